import type { PersonField } from '#shared/people/contract.ts'
import { fieldOfLink } from '#web/features/contacts/people/import/imported-person.ts'
import { personFromShare, type SharedPerson } from '#web/features/contacts/people/prefill-person.ts'

/** The form of a new person, filled from a code: a vCard, a MeCard, a link, a Telegram handle, an address or a number. Any other text is the note. */
export function personFromCode(code: string): SharedPerson {
  const text = code.trim()
  if (/^BEGIN:VCARD/i.test(text)) {
    const card = personFromShare('', text)
    return card.name ? card : personFromShare(text, '')
  }
  if (/^MECARD:/i.test(text)) return personFromMeCard(text)
  const [, scheme = '', rest = ''] = /^(mailto|tel):([^?]+)/i.exec(text) ?? []
  if (scheme) return { [scheme.toLowerCase() === 'tel' ? 'phone' : 'email']: decoded(rest) }
  const handle = telegramHandle(text)
  if (handle) return { telegram: handle }
  return /^https?:\/\/\S+$/i.test(text) ? { [fieldOfLink(text)]: text } : personFromShare(text, '')
}

/**
 * The handle in a link that opens the Telegram app: `tg://resolve?domain=name`. A link to a number or a group has none.
 *
 * @see https://core.telegram.org/api/links#public-username-links
 */
function telegramHandle(text: string): string | undefined {
  const [, name] = /^tg:(?:\/\/)?resolve\/?\?(?:[^#\s]*&)?domain=@?(\w{4,32})(?:[&#]\S*)?$/i.exec(text) ?? []
  return name && `@${name}`
}

const fields: Record<string, PersonField> = { TEL: 'phone', EMAIL: 'email', ORG: 'organisation', TITLE: 'role', ADR: 'location' }

/** The parts of a text between characters that are not escaped; an empty part is left out. */
const partsOf = (text: string, separator: ';' | ',') =>
  text.match(separator === ';' ? /(?:\\.|[^\\;]|\\$)+/gs : /(?:\\.|[^\\,]|\\$)+/gs) ?? []
const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1').trim()

/** `MECARD:N:Berg,Noa;TEL:+351;;`, as address books of Android and NTT Docomo write it. What is no known field is the note. */
function personFromMeCard(text: string): SharedPerson {
  const person: SharedPerson = {}
  const extra: string[] = []
  for (const part of partsOf(text.slice('MECARD:'.length), ';')) {
    const [, typed = '', raw = ''] = /^([\w-]+):(.*)$/s.exec(part.trim()) ?? []
    const [name, value] = [typed.toUpperCase().replace(/-AV$/, ''), unescaped(raw)]
    if (/^(BDAY|SOUND|NICKNAME)$/.test(name)) continue
    const field = name === 'URL' ? fieldOfLink(value) : fields[name]
    if (name === 'N') person.name = partsOf(raw, ',').reverse().map(unescaped).filter(Boolean).join(' ')
    else if (field && person[field] === undefined)
      person[field] = name === 'ADR' ? partsOf(raw, ',').map(unescaped).filter(Boolean).join(', ') : value
    else extra.push(field || /^(NOTE|MEMO)$/.test(name) ? value : unescaped(part))
  }
  return { ...person, ...(extra.some(Boolean) && { note: extra.filter(Boolean).join('\n') }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
