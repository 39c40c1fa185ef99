import { readFileSync } from 'node:fs'

/**
 * The fonts of the cards, by the name in the file. They are files of this folder, because a container may have no fonts, and
 * TrueType, because the text library of `sharp` reads neither WOFF nor WOFF2. No font of a machine has one of these names. None
 * contains a word for a style, which the library would read as one. `fonts/OFL.txt` says what they are made of.
 */
const FILES = {
  'Latchkey Serif': 'serif',
  'Latchkey Sans': 'sans',
  'Latchkey Strong': 'strong',
  'Latchkey Vietnamese': 'vietnamese',
  'Latchkey Cyrillic': 'cyrillic',
  'Latchkey Greek': 'greek',
  'Latchkey Arabic': 'arabic',
  'Latchkey Hebrew': 'hebrew',
  'Latchkey Devanagari': 'devanagari',
  'Latchkey Hangul': 'hangul',
  'Latchkey Han': 'han',
} as const

export type FontName = keyof typeof FILES
export const TYPEFACES = ['Latchkey Serif', 'Latchkey Sans', 'Latchkey Strong'] as const satisfies FontName[]
export type Typeface = (typeof TYPEFACES)[number]

/** Fonts for letters that the product's typefaces do not have, in the order in which they are asked. */
const OTHER_SCRIPTS = (Object.keys(FILES) as FontName[]).filter((name) => !TYPEFACES.some((typeface) => typeface === name))

export type Font = {
  name: FontName
  path: string
  /** Width of a character in parts of the font size; `undefined` when the font does not have it. */
  widthOf: (character: string) => number | undefined
}

const opened = new Map<FontName, Font>()

export function openFont(name: FontName): Font {
  const font = opened.get(name) ?? readFont(name)
  opened.set(name, font)
  return font
}

/** The font that draws a character of a text in this typeface; `undefined` when no font has it. */
export function fontOf(character: string, typeface: Typeface): Font | undefined {
  for (const name of [typeface, ...OTHER_SCRIPTS]) {
    const font = openFont(name)
    if (font.widthOf(character) !== undefined) return font
  }
  return undefined
}

function readFont(name: FontName): Font {
  const path = `${import.meta.dirname}/fonts/${FILES[name]}.ttf`
  const bytes = readFileSync(path)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, number>()
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    tables.set(bytes.toString('latin1', entry, entry + 4), view.getUint32(entry + 8))
  }
  const tableAt = (tag: string) => {
    const at = tables.get(tag)
    if (at === undefined) throw new Error(`${path} has no table ${tag}`)
    return at
  }
  const glyphs = readGlyphs(view, tableAt('cmap'))
  const unitsPerEm = view.getUint16(tableAt('head') + 18)
  const lastWidth = view.getUint16(tableAt('hhea') + 34) - 1
  const widths = tableAt('hmtx')
  const widthOf = (character: string) => {
    const glyph = glyphs.get(character.codePointAt(0) ?? 0)
    return glyph === undefined ? undefined : view.getUint16(widths + Math.min(glyph, lastWidth) * 4) / unitsPerEm
  }
  return { name, path, widthOf }
}

/** The glyph of each code point, from the subtable of format 4. @see https://learn.microsoft.com/typography/opentype/spec/cmap */
function readGlyphs(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let entry = 0; entry < view.getUint16(cmap + 2); entry++) {
    const at = cmap + view.getUint32(cmap + 4 + entry * 8 + 4)
    if (view.getUint16(at) !== 4) continue
    const length = view.getUint16(at + 6)
    const [ends, starts] = [at + 14, at + 16 + length]
    const [deltas, offsets] = [starts + length, starts + 2 * length]
    for (let segment = 0; segment < length; segment += 2) {
      const [end, offset] = [view.getUint16(ends + segment), view.getUint16(offsets + segment)]
      const start = view.getUint16(starts + segment)
      for (let code = start; code <= end && code < 0xffff; code++) {
        const read = offset === 0 ? code : view.getUint16(offsets + segment + offset + (code - start) * 2)
        const glyph = offset !== 0 && read === 0 ? 0 : (read + view.getUint16(deltas + segment)) & 0xffff
        if (glyph !== 0) glyphs.set(code, glyph)
      }
    }
  }
  return glyphs
}
