import sharp from 'sharp'
import { escapeHtml } from '#shared/escape-html.ts'
import type { Canvas, Color } from './canvas.ts'
import { type Font, fontOf, openFont, type Typeface } from './fonts.ts'
import { isRightToLeft } from './lines.ts'

/** One drawn line. */
export type TextLayer = Canvas & {
  /** Row of the baseline, from the top. */
  baseline: number
}

type Style = { typeface: Typeface; size: number; color: Color; spacing?: number }

/** Invisible marks that give a line its direction, also where it begins with a digit or a sign. */
const MARKS = { ltr: '\u200e', rtl: '\u200f' }

/** The library crops a line to its ink. A bar beside the text shows where the line is, and is cut off. */
const BAR = '|'

/** Draws one line of a text. Characters that no font has must have been removed. */
export async function drawText(text: string, style: Style): Promise<TextLayer> {
  const isRtl = isRightToLeft(text)
  const [pixels, baselineOfBar] = [await drawInk(text, style, isRtl), await baselineOf(style.typeface)]
  const columns = inkedColumns(pixels)
  const { top, from, to } = isRtl ? lastCluster(pixels, columns) : firstCluster(pixels, columns)
  const ink = columns.flatMap((isInked, x) => (isInked && (x < from || x > to) ? [x] : []))
  const [left, right] = [ink[0] ?? 0, ink.at(-1) ?? 0]
  return { ...crop(pixels, left, right - left + 1), baseline: top + baselineOfBar * style.size }
}

const baselines = new Map<Typeface, Promise<number>>()

/** Distance between the top of the bar and the baseline, in parts of the font size: an `H` ends at the baseline. */
function baselineOf(typeface: Typeface): Promise<number> {
  const known = baselines.get(typeface) ?? measureBaseline(typeface)
  baselines.set(typeface, known)
  known.catch(() => baselines.delete(typeface))
  return known
}

const MEASURED_SIZE = 200

async function measureBaseline(typeface: Typeface): Promise<number> {
  const pixels = await drawInk('H', { typeface, size: MEASURED_SIZE, color: '#000000' }, false)
  const columns = inkedColumns(pixels)
  const bar = firstCluster(pixels, columns)
  const letter = lastCluster(pixels, columns)
  return (letter.bottom + 1 - bar.top) / MEASURED_SIZE
}

async function drawInk(text: string, { typeface, size, color, spacing = 0 }: Style, isRtl: boolean): Promise<Canvas> {
  const fonts = new Set([openFont(typeface), ...Array.from(text, (character) => fontOf(character, typeface)).filter(isFont)])
  for (const font of fonts) await register(font)
  const families = [...fonts].map(({ name }) => name).join(', ')
  const spaced = spacing === 0 ? '' : ` letter_spacing="${Math.round(spacing * 1024)}"`
  const ink = `<span foreground="${color}"${spaced}>${escapeHtml(text)}</span>`
  const markup = `<span font_family="${families}">${isRtl ? MARKS.rtl : MARKS.ltr}${BAR}   ${ink}</span>`
  const { data, info } = await sharp({
    text: { text: markup, font: `${typeface} ${size}px`, fontfile: openFont(typeface).path, dpi: 72, rgba: true, wrap: 'none' },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const isFont = (font: Font | undefined): font is Font => font !== undefined

const registered = new Map<string, Promise<unknown>>()

/** A font file is known to the process once a text was drawn with it. */
function register({ path }: Font): Promise<unknown> {
  const known =
    registered.get(path) ??
    sharp({ text: { text: '.', fontfile: path } })
      .raw()
      .toBuffer()
  registered.set(path, known)
  known.catch(() => registered.delete(path))
  return known
}

const isInkedAt = ({ data, width }: Canvas, x: number, y: number) => data[(y * width + x) * 4 + 3] !== 0

function inkedColumns(pixels: Canvas): boolean[] {
  const columns = Array.from({ length: pixels.width }, () => false)
  for (let x = 0; x < pixels.width; x++) {
    for (let y = 0; y < pixels.height && !columns[x]; y++) columns[x] = isInkedAt(pixels, x, y)
  }
  return columns
}

type Cluster = { from: number; to: number; top: number; bottom: number }

/** The columns with ink at the left end, up to the first gap. */
function firstCluster(pixels: Canvas, columns: readonly boolean[]): Cluster {
  const from = columns.indexOf(true)
  const gap = columns.indexOf(false, from)
  return withRows(pixels, from, gap === -1 ? columns.length - 1 : gap - 1)
}

/** The columns with ink at the right end, down to the last gap. */
function lastCluster(pixels: Canvas, columns: readonly boolean[]): Cluster {
  const to = columns.lastIndexOf(true)
  return withRows(pixels, columns.lastIndexOf(false, to) + 1, to)
}

function withRows(pixels: Canvas, from: number, to: number): Cluster {
  const isInked = (y: number) => {
    for (let x = from; x <= to; x++) if (isInkedAt(pixels, x, y)) return true
    return false
  }
  let [top, bottom] = [0, pixels.height - 1]
  while (top < bottom && !isInked(top)) top++
  while (bottom > top && !isInked(bottom)) bottom--
  return { from, to, top, bottom }
}

function crop({ width, height, data }: Canvas, left: number, columns: number): Canvas {
  const cropped = new Uint8Array(columns * height * 4)
  for (let y = 0; y < height; y++) {
    const from = (y * width + left) * 4
    cropped.set(data.subarray(from, from + columns * 4), y * columns * 4)
  }
  return { width: columns, height, data: cropped }
}
