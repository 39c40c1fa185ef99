import { fontOf, type Typeface } from './fonts.ts'

export type Lines = { lines: string[]; size: number }

type Room = {
  typeface: Typeface
  /** Font sizes in pixels, the largest first. */
  sizes: readonly number[]
  width: number
  most: number
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}]/u

/** Whether a text begins with a letter of a script that is written from right to left. */
export const isRightToLeft = (text: string) => RIGHT_TO_LEFT.test(text)

/** A word with the space after it; in Chinese and Japanese, where words have no spaces, a character. */
const PIECE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]\s*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+\s*|\s+/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const charactersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Characters that only change how those beside them are drawn. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu

/**
 * The text without characters that no font has, such as emoji. Empty when letters are missing: part of a name would be another
 * name.
 */
export function drawable(text: string, typeface: Typeface): string {
  let isWhole = true
  const kept = charactersOf(text.normalize('NFC')).filter((character) => {
    if (/^\s/.test(character)) return true
    if (Array.from(character.replace(JOINERS, '')).every((part) => fontOf(part, typeface))) return true
    if (/[\p{L}\p{N}]/u.test(character)) isWhole = false
    return false
  })
  return isWhole ? kept.join('').replace(/\s+/g, ' ').trim() : ''
}

/** Width in pixels, without kerning and joined letters: a line is at most a little narrower. */
export function widthOf(text: string, typeface: Typeface, size: number): number {
  let width = 0
  for (const character of text) width += fontOf(character, typeface)?.widthOf(character) ?? 0
  return width * size
}

/** The text in the largest size in which it fits; in the smallest one it ends with an ellipsis where it does not. */
export function fitLines(text: string, { typeface, sizes, width, most }: Room): Lines {
  const line = drawable(text, typeface)
  let last: Lines = { lines: [], size: sizes[0] ?? 0 }
  if (line === '') return last
  for (const size of sizes) {
    const lines = breakLines(line, (part) => widthOf(part, typeface, size) <= width)
    if (lines.length <= most) return { lines, size }
    const isShort = (part: string) => widthOf(`${part}…`, typeface, size) <= width
    last = { size, lines: [...lines.slice(0, most - 1), `${toWord(shorten(lines.slice(most - 1).join(' '), isShort))}…`] }
  }
  return last
}

function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(PIECE) ?? []) {
    if (fits((line + piece).trimEnd())) line += piece
    else {
      if (line.trim() !== '') lines.push(line.trimEnd())
      line = piece
      // A word that is longer than a line is broken between characters.
      while (!fits(line.trimEnd())) {
        const part = shorten(line, fits)
        lines.push(part)
        line = line.slice(part.length)
      }
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** The longest beginning that fits, and at least one character. */
function shorten(text: string, fits: (part: string) => boolean): string {
  let kept = ''
  for (const character of charactersOf(text)) {
    if (kept !== '' && !fits(kept + character)) break
    kept += character
  }
  return kept.trimEnd()
}

/** Without the last word, which may be a part of one, where most of the line remains. */
function toWord(line: string): string {
  const end = line.lastIndexOf(' ')
  return end > line.length / 2 ? line.slice(0, end).replace(/[\s,;·&–-]+$/u, '') : line
}
