/** The column of a field. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type NewId = { subject: string; before: string; after: string }

/**
 * Recognises documents that got a new id where a guest and an account had the same one.
 *
 * @returns a text with the first id in place of each new one
 */
export function withFirstIds(changes: NewId[]): (text: string) => string {
  const first = new Map<string, string>()
  for (const { subject, before, after } of changes) if (subject === 'new id') first.set(after, first.get(before) ?? before)
  return (text) => {
    const [start, id = ''] = text.split(/ (?=\S+$)/)
    const known = first.get(id)
    return known ? `${start} ${known}` : (first.get(text) ?? text)
  }
}
