/** How deep a JSON text nests, how many values it holds, and how many bytes one text in it takes, at most. */
export type Shape = { depth: number; nodes: number; text: number }

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Whether a JSON text stays within a shape. It is read as bytes, before anything is made of it: the memory of a million
 * empty lists is many times their text, and a parser, a schema or a pattern that meets a megabyte costs seconds.
 *
 * What is no JSON gets an answer too, of no meaning: the parser refuses it.
 */
export function isWithin(json: Uint8Array, { depth: mostDepth, nodes: mostNodes, text: mostText }: Shape): boolean {
  let depth = 0
  let nodes = 1
  let isText = false
  let textEnds = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (at > textEnds) return false
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) {
      isText = true
      textEnds = at + mostText + 1
    } else if (byte === COMMA) {
      nodes += 1
      if (nodes > mostNodes) return false
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      nodes += 1
      depth += 1
      if (depth > mostDepth || nodes > mostNodes) return false
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth -= 1
    }
  }
  return true
}
