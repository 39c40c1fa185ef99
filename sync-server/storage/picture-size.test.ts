import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isLossyWebp, type PictureHeader, pictureRefusal } from './picture-size.ts'

type About = Partial<PictureHeader> & Pick<PictureHeader, 'format'>
const header = (about: About, megapixels: number): PictureHeader => {
  const [width, height] = [4000, Math.round((megapixels * 1_000_000) / 4000)]
  return { width, height, channels: 3, depth: 'uchar', isProgressive: false, ...about }
}

const TOO_MANY = 'uploads.too-many-pixels'
const rgba = { channels: 4 } as const
const deep = { depth: 'ushort' } as const

test.each<[name: string, about: About, accepted: number, refused: number]>([
  ['a JPEG of one scan', { format: 'jpeg' }, 50, 50.1],
  ['a progressive JPEG of a phone', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:2:0' }, 12.2, 12.4],
  ['a progressive JPEG in full colour', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' }, 6.1, 6.2],
  ['a progressive JPEG in CMYK', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4:4', ...rgba }, 4.6, 4.7],
  ['a PNG', { format: 'png' }, 21, 22],
  ['a screenshot of 5K, with alpha', { format: 'png', ...rgba }, 14.75, 16.1],
  ['a PNG of 16 bits', { format: 'png', ...rgba, ...deep }, 7.9, 8.1],
  ['an interlaced PNG', { format: 'png', isProgressive: true }, 12.3, 12.4],
  ['an interlaced PNG of 16 bits', { format: 'png', isProgressive: true, ...rgba, ...deep }, 4.6, 4.7],
  ['a GIF', { format: 'gif', pages: 300 }, 6.1, 6.2],
  ['a lossy WebP', { format: 'webp', isLossyWebp: true }, 21, 22],
  ['a WebP', { format: 'webp', pages: 1 }, 9.2, 9.3],
  ['an animated WebP', { format: 'webp', pages: 2 }, 4.6, 4.7],
])('%s', (_, about, accepted, refused) => {
  expect(pictureRefusal(header(about, accepted))).toBeUndefined()
  expect(pictureRefusal(header(about, refused))).toBe(TOO_MANY)
})

test.each([
  [16_384, 1, undefined],
  [16_385, 1, TOO_MANY],
  [1, 16_385, TOO_MANY],
])('%i by %i pixels', (width, height, refusal) => {
  expect(pictureRefusal({ ...header({ format: 'png' }, 1), width, height })).toBe(refusal)
})

test.each<PictureHeader['format']>(['svg', 'tiff', 'heif', 'pdf', 'raw'])('%s is not a supported format', (format) => {
  expect(pictureRefusal(header({ format }, 0.01))).toBe('uploads.not-an-image')
})

test('only a WebP with one lossy picture counts as decoded row by row', async () => {
  const opaque = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: '#ff000080' } })
  expect(isLossyWebp(await opaque.webp().toBuffer())).toBe(true)
  expect(isLossyWebp(await opaque.webp({ lossless: true }).toBuffer())).toBe(false)
  expect(isLossyWebp(await clear.webp().toBuffer())).toBe(false)
  expect(isLossyWebp(await opaque.png().toBuffer())).toBe(false)
  expect(isLossyWebp(new Uint8Array())).toBe(false)
})
