import { parseVCards, type VCardProperty, vcardLine, vcardList, vcardParts, vcardText } from '#shared/contacts/parse-vcards.ts'
import type { PersonField } from '#shared/people/contract.ts'
import { fieldOfLink, type ImportedPerson, importedPerson } from './imported-person.ts'

/** The people of a vCard file. Categories become tags; further addresses, numbers and links, and other texts, become the note. */
export const readVCards = (file: string): ImportedPerson[] => parseVCards(file).flatMap((card) => readCard(card) ?? [])

function readCard(properties: VCardProperty[]): ImportedPerson | undefined {
  const texts: Partial<Record<PersonField, string>> = {}
  const extra: string[] = []
  const tags: string[] = []
  const put = (field: PersonField, text: string) => {
    if (!text || texts[field] === text) return
    if (texts[field] === undefined) texts[field] = text
    else extra.push(text)
  }
  for (const { name, value } of properties) {
    const text = name === 'ORG' ? vcardText(value) : vcardLine(value)
    if (name === 'FN') put('name', text)
    else if (name === 'ORG') put('organisation', text)
    else if (name === 'TITLE' || name === 'ROLE') put('role', text)
    else if (name === 'EMAIL') put('email', text)
    else if (name === 'TEL') put('phone', text.replace(/^tel:/i, ''))
    else if (name === 'ADR')
      put('location', vcardParts(value).slice(3).concat(vcardParts(value).slice(0, 3)).filter(Boolean).join(', '))
    else if (name === 'URL' || name === 'X-SOCIALPROFILE' || name === 'IMPP') putLink(put, text)
    else if (name === 'CATEGORIES') tags.push(...vcardList(value).filter((tag) => !GROUPS.has(tag)))
    else if (name === 'NOTE') putNote(put, extra, text)
  }
  // Version 2.1 allows a card without a formatted name.
  const structured = properties.find(({ name }) => name === 'N')
  if (!texts.name && structured) {
    const [family = '', given = '', middle = ''] = vcardParts(structured.value)
    texts.name = [given, middle, family].filter(Boolean).join(' ')
  }
  return importedPerson(texts, extra, tags)
}

/** Groups that Google and Apple put every contact into. */
const GROUPS = new Set(['myContacts', '* myContacts', 'card'])

type Put = (field: PersonField, text: string) => void

const putLink = (put: Put, link: string) => put(fieldOfLink(link), link)

/** Our own cards have the handle as the first paragraph of the note, because address books drop unknown properties. */
function putNote(put: Put, extra: string[], note: string) {
  const [, handle = '', rest = ''] = /^Telegram (@\w+)(?:\n\n(.*))?$/s.exec(note.trim()) ?? []
  if (handle) put('telegram', handle)
  const others = handle ? rest : note
  if (others.trim()) extra.push(others)
}
