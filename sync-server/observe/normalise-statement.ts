const MAX_LENGTH = 1000

/**
 * Names in quotes, comments and literals, in the order of the text: a quote in a name or a comment begins no literal. A literal
 * without an end loses the rest.
 */
const QUOTED = new RegExp(
  [
    /"(?:[^"]|"")*"/,
    /--[^\n]*/,
    /\/\*[\s\S]*?(?:\*\/|$)/,
    /\$(?<tag>[a-z_]\w*|)\$[\s\S]*?(?:\$\k<tag>\$|$)/,
    /\be'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/,
    /'(?:[^']|'')*(?:'|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)
/** Not the digits of a name or of a placeholder. */
const NUMBER = /(?<![\w$."])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi
const PLACEHOLDER = /\$\d+/g
/** Lists of values: their length is no part of what the statement is. */
const LIST = /\?(?:::[\w[\]]+)?(?:\s*,\s*\?(?:::[\w[\]]+)?)+/g
const ROWS = /(\((?:\?|\?…|default)(?:, (?:\?|\?…|default))*\))(?:, ?\((?:\?|\?…|default)(?:, (?:\?|\?…|default))*\))+/g

/** The text of a statement for logs and traces: one line without values, the same for each number of values. */
export function normaliseStatement(text: string): string {
  const line = text
    .replace(QUOTED, (part) => (part.startsWith('"') ? part : /^(?:--|\/\*)/.test(part) ? ' ' : '?'))
    .replace(NUMBER, '?')
    .replace(PLACEHOLDER, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LIST, '?…')
    .replace(ROWS, '$1…')
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
