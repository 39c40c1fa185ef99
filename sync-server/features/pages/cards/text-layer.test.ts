import { expect, test } from 'vitest'
import { widthOf } from './lines.ts'
import { drawText } from './text-layer.ts'

const STYLE = { typeface: 'Latchkey Serif', size: 80, color: '#1d1a15' } as const

const inkedRows = ({ width, height, data }: Awaited<ReturnType<typeof drawText>>) =>
  Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3] ?? 0).some((opacity) => opacity > 127),
  )

test.each(['ace', 'Marit Moretti', 'ÅNGSTRÖM', 'glyph'])('%s is drawn on its baseline', async (text) => {
  const layer = await drawText(text, STYLE)
  const rows = inkedRows(layer)
  const below = rows.filter((y) => y > layer.baseline + 2)
  // Only letters with a tail reach below the line.
  if (text === 'glyph') expect(below.length).toBeGreaterThan(8)
  else expect(below).toEqual([])
  expect(Math.abs((rows.filter((y) => y <= layer.baseline + 2).at(-1) ?? 0) - layer.baseline)).toBeLessThanOrEqual(3)
})

test.each(['Marit Moretti', 'Żółć', 'Партнёр', '山田太郎', 'محمد الخوارزمي', 'हिन्दी'])(
  '%s is as wide as measured, or narrower',
  async (text) => {
    const { width } = await drawText(text, STYLE)
    const measured = widthOf(text, STYLE.typeface, STYLE.size)
    expect(width).toBeLessThanOrEqual(measured + 6)
    expect(width).toBeGreaterThan(measured * 0.5)
  },
)

test('markup in a text is text', async () => {
  const plain = await drawText('<b>A</b> &amp;', STYLE)
  expect(plain.width).toBeGreaterThan((await drawText('A &', STYLE)).width * 2)
})

test('a line from right to left keeps its order: the bar beside it is cut off', async () => {
  const [alone, mixed] = [await drawText('שלום', STYLE), await drawText('שלום Ltd', STYLE)]
  expect(mixed.width).toBeGreaterThan(alone.width * 1.5)
})
