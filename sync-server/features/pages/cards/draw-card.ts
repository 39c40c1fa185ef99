import sharp from 'sharp'
import { CARD_SIZE } from '#server/http/replies/page-head.ts'
import { initials, tintOf } from '#shared/monogram.ts'
import {
  type Box,
  type Canvas,
  type Color,
  circle,
  createCanvas,
  fill,
  outline,
  paint,
  place,
  roundedBox,
  stroke,
} from './canvas.ts'
import { COLOURS, TINTS } from './colours.ts'
import type { CardContent } from './content.ts'
import type { Typeface } from './fonts.ts'
import { drawable, fitLines, isRightToLeft, widthOf } from './lines.ts'
import { drawText } from './text-layer.ts'

const { width: CARD_WIDTH, height: CARD_HEIGHT } = CARD_SIZE

const LEFT = 80
const RIGHT = CARD_WIDTH - 80

export const PORTRAIT_EDGE = 220

type TextAt = { typeface: Typeface; size: number; color: Color; spacing?: number; align?: 'left' | 'right' | 'center' }

/** Draws a line with its baseline at `y`. @param x  its left end, its right end or its middle */
async function write(canvas: Canvas, text: string, x: number, y: number, { align = 'left', ...style }: TextAt): Promise<number> {
  if (text === '') return 0
  const layer = await drawText(text, style)
  const left = align === 'left' ? x : align === 'right' ? x - layer.width : x - layer.width / 2
  place(canvas, layer, left, y - layer.baseline)
  return layer.width
}

/**
 * The card as a PNG.
 *
 * @param portrait  a square of `PORTRAIT_EDGE` pixels in place of the monogram
 */
export async function drawCard(content: CardContent, portrait?: Canvas): Promise<Uint8Array> {
  paper ??= drawPaper()
  const canvas = { width: CARD_WIDTH, height: CARD_HEIGHT, data: (await paper).data.slice() }
  await kindOn(canvas, content)
  await (content.label === '' ? siteOn(canvas, content) : recordOn(canvas, content, portrait))
  return sharp(canvas.data, { raw: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer()
}

/** What every card begins with. Painting it takes as long as the rest of a card, so each card gets a copy. */
let paper: Promise<Canvas> | undefined

async function drawPaper(): Promise<Canvas> {
  const canvas = createCanvas(CARD_WIDTH, CARD_HEIGHT, COLOURS.page)
  paperOn(canvas)
  const square = { left: LEFT, top: 68, width: 52, height: 52 }
  paint(canvas, square, roundedBox(square, 9), COLOURS.ink)
  keyOn(canvas, { left: LEFT + 4, top: 72, width: 44, height: 44 }, COLOURS.page)
  await write(canvas, 'Latchkey', LEFT + 68, 108, { typeface: 'Latchkey Serif', size: 46, color: COLOURS.ink })
  return canvas
}

function paperOn(canvas: Canvas) {
  const sheet = { left: 32, top: 32, width: CARD_WIDTH - 64, height: CARD_HEIGHT - 64 }
  const shape = roundedBox(sheet, 14)
  paint(canvas, sheet, shape, COLOURS.sheet)
  // Lines of ledger paper.
  for (let y = 144; y < CARD_HEIGHT - 40; y += 36)
    fill(canvas, { left: 34, top: y, width: CARD_WIDTH - 68, height: 1 }, COLOURS.rule, 0.22)
  paint(canvas, sheet, outline(shape, 2), COLOURS.rule)
}

/** The key of the product, in a square of this size. */
function keyOn(canvas: Canvas, { left, top, width }: Box, color: Color) {
  const unit = width / 32
  const at = (x: number, y: number) => [left + x * unit, top + y * unit] as const
  const line = 2.5 * unit
  const box = { left, top, width, height: width }
  const [ringX, ringY] = at(13, 9)
  paint(canvas, box, outline(circle(ringX, ringY, 5.5 * unit), line), color)
  paint(canvas, box, stroke([at(13, 14.5), at(13, 27), at(21, 27), at(21, 22)], line), color)
  paint(canvas, box, stroke([at(17, 27), at(17, 24)], line), color)
}

/** The kind of record at the right end of the first line, and the badge of a verified one. */
async function kindOn(canvas: Canvas, { isVerified, label }: CardContent) {
  const kind = label.toUpperCase()
  const size = 21
  if (!isVerified) {
    await write(canvas, kind, RIGHT, 102, { typeface: 'Latchkey Strong', size, color: COLOURS.soft, spacing: 2, align: 'right' })
    return
  }
  const width = await write(canvas, 'Verified', RIGHT - 20, 103, {
    typeface: 'Latchkey Strong',
    size: 25,
    color: COLOURS.green,
    align: 'right',
  })
  const badge = { left: RIGHT - width - 72, top: 70, width: width + 72, height: 48 }
  paint(canvas, badge, outline(roundedBox(badge, 24), 2), COLOURS.green)
  const check = [
    [badge.left + 21, 95],
    [badge.left + 28, 102],
    [badge.left + 40, 87],
  ] as const
  paint(canvas, badge, stroke(check, 3.5), COLOURS.green)
  await write(canvas, kind, badge.left - 24, 102, {
    typeface: 'Latchkey Strong',
    size,
    color: COLOURS.soft,
    spacing: 2,
    align: 'right',
  })
}

async function siteOn(canvas: Canvas, { name, about }: CardContent) {
  const { lines, size } = fitLines(name, { typeface: 'Latchkey Serif', sizes: [112], width: 760, most: 3 })
  for (const [index, line] of lines.entries()) {
    await write(canvas, line, LEFT, 256 + index * size, { typeface: 'Latchkey Serif', size, color: COLOURS.ink })
  }
  await write(canvas, about, LEFT, 256 + (lines.length - 1) * size + 66, {
    typeface: 'Latchkey Sans',
    size: 33,
    color: COLOURS.soft,
  })
  keyOn(canvas, { left: 800, top: 172, width: 360, height: 360 }, COLOURS.brass)
}

async function recordOn(canvas: Canvas, content: CardContent, portrait: Canvas | undefined) {
  const people = content.people.map(({ role, maskedName }) => `${role} · ${maskedName}`)
  const tags = people.length > 0 ? people : content.tags
  const square = { left: LEFT, top: tags.length > 0 ? 176 : 204, width: PORTRAIT_EDGE, height: PORTRAIT_EDGE }
  await pictureOn(canvas, square, content.name, portrait)
  await headlineOn(canvas, content, { left: LEFT + PORTRAIT_EDGE + 44, top: square.top, width: 0, height: PORTRAIT_EDGE })
  await tagsOn(canvas, tags, 426)
  fill(canvas, { left: LEFT, top: 500, width: RIGHT - LEFT, height: 2 }, COLOURS.rule)
  await write(canvas, content.offer, LEFT, 556, { typeface: 'Latchkey Serif', size: 46, color: COLOURS.brass })
  await write(canvas, content.terms, RIGHT, 553, { typeface: 'Latchkey Sans', size: 25, color: COLOURS.soft, align: 'right' })
}

async function pictureOn(canvas: Canvas, square: Box, name: string, portrait: Canvas | undefined) {
  const shape = roundedBox(square, 12)
  if (portrait) place(canvas, portrait, square.left, square.top, shape)
  else {
    paint(canvas, square, shape, TINTS[tintOf(name)])
    const letters = drawable(initials(name), 'Latchkey Serif')
    const middle = square.left + square.width / 2
    // Han characters are as wide as they are high.
    const size = Math.min(112, 160 / widthOf(letters, 'Latchkey Serif', 1))
    const style = { typeface: 'Latchkey Serif', size, color: COLOURS.ink, align: 'center' } as const
    if (letters) await write(canvas, letters, middle, square.top + square.height / 2 + size * 0.34, style)
    else keyOn(canvas, { ...square, left: square.left + 55, top: square.top + 55, width: 110 }, COLOURS.edge)
  }
  paint(canvas, square, outline(shape, 2), COLOURS.rule)
}

/** The name and the line below it, in the middle of the picture's height. */
async function headlineOn(canvas: Canvas, { name, about }: CardContent, { left, top, height }: Box) {
  const width = RIGHT - left
  // A name that no font has is in the title of the link. The line below it takes its place.
  const [headline, below] = drawable(name, 'Latchkey Serif') ? [name, about] : [about || 'On Latchkey', '']
  const room = { typeface: 'Latchkey Serif', width } as const
  const isShort = widthOf(drawable(headline, room.typeface), room.typeface, 80) <= width
  const named = fitLines(headline, isShort ? { ...room, sizes: [92, 80], most: 1 } : { ...room, sizes: [76, 68], most: 2 })
  const roomBelow = named.lines.length > 1 ? 1 : 2
  const description = fitLines(below, { typeface: 'Latchkey Sans', sizes: [33, 30], width, most: roomBelow })
  const nameLine = named.size * 1.02
  const aboutLine = description.size * 1.34
  const total = named.lines.length * nameLine + (description.lines.length > 0 ? 18 + description.lines.length * aboutLine : 0)
  let y = top + (height - total) / 2 + nameLine * 0.78
  const line = async (text: string, style: TextAt) => {
    const isRtl = isRightToLeft(text)
    await write(canvas, text, isRtl ? RIGHT : left, y, { ...style, align: isRtl ? 'right' : 'left' })
  }
  for (const text of named.lines) {
    await line(text, { typeface: 'Latchkey Serif', size: named.size, color: COLOURS.ink })
    y += nameLine
  }
  y += 18 - nameLine * 0.78 + aboutLine * 0.76
  for (const text of description.lines) {
    await line(text, { typeface: 'Latchkey Sans', size: description.size, color: COLOURS.soft })
    y += aboutLine
  }
}

const TAG_HEIGHT = 46

/** One row of tags, and the number of those that have no room. */
async function tagsOn(canvas: Canvas, tags: readonly string[], top: number) {
  const style = { typeface: 'Latchkey Sans', size: 25, color: COLOURS.ink } as const
  const shown = tags.map((tag) => drawable(tag, style.typeface)).filter(Boolean)
  let left = LEFT
  for (const [index, tag] of shown.entries()) {
    const rest = `+${shown.length - index} more`
    const [text = ''] = fitLines(tag, { typeface: style.typeface, sizes: [style.size], width: 420, most: 1 }).lines
    const width = widthOf(text, style.typeface, style.size) + 40
    const roomForRest = index === shown.length - 1 ? 0 : 130
    if (left + width + roomForRest > RIGHT) {
      await write(canvas, rest, left + 6, top + 32, { ...style, color: COLOURS.soft })
      return
    }
    const box = { left, top, width, height: TAG_HEIGHT }
    paint(canvas, box, roundedBox(box, 8), COLOURS.sheet)
    paint(canvas, box, outline(roundedBox(box, 8), 2), COLOURS.rule)
    await write(canvas, text, left + width / 2, top + 32, { ...style, align: 'center' })
    left += width + 12
  }
}
