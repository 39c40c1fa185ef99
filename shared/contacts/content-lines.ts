/**
 * Content lines, of which vCards and calendar files consist.
 *
 * @see RFC 2426 and RFC 2425 §5.8 for vCards, RFC 5545 §3.1 and §3.3.11 for calendars
 */
export const contentLines = (lines: readonly (string | false | null | undefined)[]): string =>
  lines.flatMap((line) => (line ? [`${foldLine(line)}\r\n`] : [])).join('')

/** The text of one property: no line can end early, and no second property can begin. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** At most 75 bytes per line, never split within a character. */
function foldLine(line: string): string {
  const folded: string[] = []
  let bytes = 0
  let part = ''
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > 75) {
      folded.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...folded, part].join('\r\n')
}

/** Number of bytes in UTF-8. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
