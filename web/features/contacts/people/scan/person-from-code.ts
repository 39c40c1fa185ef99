import type { PersonField } from '#shared/people/contract.ts'
import { fieldOfLink } from '#web/features/contacts/people/import/imported-person.ts'
import { personFromShare, type SharedPerson } from '#web/features/contacts/people/prefill-person.ts'

/** The form of a new person, filled from a code: a vCard, a MeCard, a link, an address or a number. Any other text is the note. */
export function personFromCode(code: string): SharedPerson {
  const text = code.trim()
  if (/^BEGIN:VCARD/i.test(text)) return personFromShare('', text)
  if (/^MECARD:/i.test(text)) return personFromMeCard(text)
  const [, scheme = '', rest = ''] = /^(mailto|tel):([^?]+)/i.exec(text) ?? []
  if (scheme) return { [scheme.toLowerCase() === 'tel' ? 'phone' : 'email']: decoded(rest) }
  return /^https?:\/\/\S+$/i.test(text) ? { [fieldOfLink(text)]: text } : personFromShare(text, '')
}

const fields: Record<string, PersonField> = { TEL: 'phone', EMAIL: 'email', ORG: 'organisation', TITLE: 'role', ADR: 'location' }

/** `MECARD:N:Berg,Noa;TEL:+351;;`, as address books of Android and NTT Docomo write it. */
function personFromMeCard(text: string): SharedPerson {
  const person: SharedPerson = {}
  const extra: string[] = []
  for (const part of text.slice('MECARD:'.length).split(/(?<!\\);/)) {
    const [, name = '', raw = ''] = /^(\w+):(.*)$/s.exec(part.trim()) ?? []
    const value = raw.replace(/\\(.)/g, '$1').trim()
    if (!value) continue
    const field = name === 'URL' ? fieldOfLink(value) : fields[name.toUpperCase()]
    if (name.toUpperCase() === 'N')
      person.name = raw
        .split(/(?<!\\),/)
        .reverse()
        .join(' ')
        .replace(/\\(.)/g, '$1')
        .trim()
    else if (field && person[field] === undefined) person[field] = value
    else if (!/^(BDAY|SOUND|NICKNAME)$/i.test(name)) extra.push(value)
  }
  return { ...person, ...(extra.length > 0 && { note: extra.join('\n') }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
