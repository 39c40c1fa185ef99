/** Upper limits for a JSON text: nesting depth, number of values, and bytes of one text in it. */
export type Shape = { depth: number; nodes: number; text: number }

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * The number of values in a JSON text that stays within a shape; otherwise undefined. It works on bytes, before the text is
 * parsed: a million empty lists take many times the memory of their text, and a parser, a schema or a pattern costs seconds on a
 * megabyte.
 *
 * Input that is not JSON also gets a result, which has no meaning: the parser rejects it.
 */
export function countWithin(json: Uint8Array, { depth: mostDepth, nodes: mostNodes, text: mostText }: Shape): number | undefined {
  let depth = 0
  let nodes = 1
  let isText = false
  let textEnds = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (at > textEnds) return undefined
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) {
      isText = true
      textEnds = at + mostText + 1
    } else if (byte === COMMA) {
      nodes += 1
      if (nodes > mostNodes) return undefined
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      nodes += 1
      depth += 1
      if (depth > mostDepth || nodes > mostNodes) return undefined
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth -= 1
    }
  }
  return nodes
}
