/** One person of a vCard, with the fields as readable lines. */
export type CardWords = { name: string; emails: string[]; words: string }

const labels: Record<string, string> = {
  ORG: '',
  TITLE: '',
  EMAIL: 'Email',
  TEL: 'Phone',
  URL: 'Link',
  NOTE: 'Note',
  ADR: 'Address',
}

/** Parses the people of a vCard file, versions 2.1 to 4.0. A file that is not a vCard gives an empty list. @see RFC 6350 §3 */
export function readCards(file: string): CardWords[] {
  const lines = file
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  const cards: CardWords[] = []
  let card: { name: string; emails: string[]; lines: string[] } | undefined
  for (const line of lines) {
    const [, property = '', value = ''] = /^(?:[\w-]+\.)?([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    const name = property.toUpperCase()
    if (name === 'BEGIN' && /^vcard$/i.test(value.trim())) card = { name: '', emails: [], lines: [] }
    else if (name === 'END' && card) {
      const { name: fullName, emails, lines: fields } = card
      const text = [fullName, ...fields].filter(Boolean).join('\n')
      if (text) cards.push({ name: fullName, emails, words: text })
      card = undefined
    } else if (card) {
      const text = plain(value)
      if (name === 'FN') card.name = text
      if (name === 'EMAIL') card.emails.push(text.toLowerCase())
      const label = labels[name]
      if (text && label !== undefined) card.lines.push(label ? `${label}: ${text}` : text)
    }
  }
  return cards
}

/** Unescapes a value and drops the empty fields of a structured value. */
const plain = (value: string) =>
  value
    .split(/(?<!\\);/)
    .map((part) =>
      part
        .replace(/\\n/gi, '\n')
        .replace(/\\([\\;,:])/g, '$1')
        .trim(),
    )
    .filter(Boolean)
    .join(', ')
