/** One property of a card: its name in capitals, its parameters in capitals, and its value without transfer encoding. */
export type VCardProperty = { name: string; params: string; value: string }

/** Splits a vCard file, versions 2.1 to 4.0, into its cards. A file that is not a vCard gives an empty list. @see RFC 6350 §3 */
export function parseVCards(file: string): VCardProperty[][] {
  const cards: VCardProperty[][] = []
  let card: VCardProperty[] | undefined
  for (const line of unfold(file)) {
    const [, property = '', params = '', value = ''] = PROPERTY.exec(line) ?? []
    const name = property.toUpperCase()
    if (name === 'BEGIN' && /^vcard$/i.test(value.trim())) card = []
    else if (name === 'END' && card) {
      cards.push(card)
      card = undefined
    } else if (name) card?.push({ name, params: params.toUpperCase(), value: decoded(params, value) })
  }
  return cards
}

/** A quoted parameter may contain a colon. A quotation mark that is never closed is a character like others. */
const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^:"]|"[^"]*"|"(?![^"]*"))*)?):(.*)$/s

const QUOTED = /;(?:ENCODING=)?QUOTED-PRINTABLE/i

/**
 * The lines of a file, with folded lines joined. A quoted-printable line that ends with `=` continues on the next one, whose spaces
 * belong to the text. Files that were joined have a byte order mark in the middle.
 */
function unfold(file: string): string[] {
  const lines: string[] = []
  for (const line of file
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/gm, '')
    .split('\n')) {
    const last = lines.at(-1)
    if (last?.endsWith('=') && QUOTED.test(last.slice(0, last.indexOf(':')))) lines[lines.length - 1] = last.slice(0, -1) + line
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else lines.push(line)
  }
  return lines
}

/** Charsets whose letters a Latin-1 card has in the same places; a value in another one stays as it is written. */
const WESTERN = /;CHARSET="?(utf-8|us-ascii|iso-8859-|windows-125)/i

function decoded(params: string, value: string): string {
  if (!QUOTED.test(params)) return value
  try {
    return decodeURIComponent(value.replaceAll('%', '%25').replace(/=([0-9a-f]{2})/gi, '%$1'))
  } catch {
    if (/;CHARSET=/i.test(params) && !WESTERN.test(params)) return value
    return value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** The parts of a structured value, unescaped; empty ones stay, because their position has a meaning. */
export const vcardParts = (value: string) => split(value, ';')

/** The values of a list, unescaped. */
export const vcardList = (value: string) => split(value, ',').filter(Boolean)

/** Splits a value at a separator that is not escaped. */
function split(value: string, separator?: string): string[] {
  const parts = ['']
  for (const [token, escaped] of value.matchAll(/\\(.)|[^\\]|\\/gsu)) {
    if (token === separator) parts.push('')
    else parts[parts.length - 1] += escaped === undefined ? token : unescaped(escaped)
  }
  return parts.map((part) => part.trim())
}

function unescaped(character: string): string {
  if (character === 'n' || character === 'N') return '\n'
  return /[\\;,:]/.test(character) ? character : `\\${character}`
}

/** A value without parts, unescaped: a semicolon belongs to the text, or to the link. */
export const vcardLine = (value: string) => split(value).join('')

/** A structured value as one text, with its parts separated by commas. */
export const vcardText = (value: string) => vcardParts(value).filter(Boolean).join(', ')
