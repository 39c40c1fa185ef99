import sharp, { type Sharp } from 'sharp'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import { pathOf } from '#server/http/limits/client-address.ts'
import { PHOTO_EDGE } from '#shared/photos/contract.ts'
import { Problem } from '#shared/problem.ts'
import { LARGE, SMALL } from '#shared/uploads/address.ts'
import { isLossyWebp, MAX_PIXELS, pictureRefusal } from './picture-size.ts'

const RETRY_SECONDS = 5

/**
 * One picture at a time, in one thread: the other cores remain for requests. A phone's picture takes 0.2 s, the most expensive
 * one that is accepted 1 s. Waiting pictures occupy memory, so few may wait: five of one customer's addresses, three of one block
 * of them.
 */
const inTurn = limitConcurrency({
  most: 1,
  mostWaiting: 8,
  mostWaitingPer: [5, 3],
  refuse: () => new Problem('uploads.busy', undefined, RETRY_SECONDS),
})

/** Deadline of one step, for an overloaded machine; the cost of a picture itself is limited by its header. */
const DEADLINE_SECONDS = 10

// No other loader of libvips is enabled: no SVG with its links, no TIFF, no PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
// Each picture is decoded once: a cache of decoded pictures would only use memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Only the first frame of an animation, rows read sequentially where the format allows it, and at most as many pixels as the
 * header may declare.
 */
const SAFE = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true } as const

export type Picture = { large: Uint8Array; small: Uint8Array; width: number; height: number }
export type Photo = { data: Uint8Array; width: number; height: number }

/**
 * The picture in the bytes, encoded again as WebP in two sizes: upright, in sRGB, the first frame of an animation, without EXIF
 * or other metadata.
 *
 * @param block  the sender's block of addresses; each block has a share of the waiting slots
 * @throws Problem `uploads.not-an-image`, `uploads.too-many-pixels`, `uploads.busy`
 */
export const reencode = (bytes: Uint8Array, block: string): Promise<Picture> =>
  decodeInTurn(bytes, block, async (source) => {
    const { data: large, info } = await webp(source, LARGE, 84)
    const { data: small } = await webp(sharp(large, SAFE), SMALL, 82)
    return { large, small, width: info.width, height: info.height }
  })

/** The same for a photo about a contact, in one size, in which small print stays readable. */
export const reencodePhoto = (bytes: Uint8Array, block: string): Promise<Photo> =>
  decodeInTurn(bytes, block, async (source) => {
    const { data, info } = await webp(source, PHOTO_EDGE, 82)
    return { data, width: info.width, height: info.height }
  })

const decodeInTurn = <Encoded>(
  bytes: Uint8Array,
  block: string,
  encode: (upright: Sharp) => Promise<Encoded>,
): Promise<Encoded> =>
  inTurn(
    async () => {
      try {
        const source = sharp(bytes, SAFE)
        const refusal = pictureRefusal({ ...(await source.metadata()), isLossyWebp: isLossyWebp(bytes) })
        if (refusal) throw new Problem(refusal)
        return await encode(source.autoOrient())
      } catch (error) {
        throw error instanceof Problem ? error : refusalOf(error)
      }
    },
    ...pathOf(block),
  )

const webp = (picture: Sharp, edge: number, quality: number) =>
  picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: DEADLINE_SECONDS })
    .toBuffer({ resolveWithObject: true })

/** A wider or higher picture is a wordmark: cut to a square, it would lose its letters. */
const MAX_RATIO = 1.5

/** The pixels of a stored picture as an opaque square: four bytes each. */
export async function squareOf(stored: Uint8Array, edge: number) {
  const { width, height } = await sharp(stored, SAFE).metadata()
  const isWordmark = Math.max(width, height) > MAX_RATIO * Math.min(width, height)
  const data = await sharp(stored, SAFE)
    .resize({ width: edge, height: edge, fit: isWordmark ? 'contain' : 'cover', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .timeout({ seconds: DEADLINE_SECONDS })
    .toBuffer()
  return { width: edge, height: edge, data }
}

/** The decoder reports an unreadable picture and a timeout only by message text. */
function refusalOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return new Problem('uploads.too-many-pixels')
  if (/timeout/i.test(message)) return new Problem('uploads.busy', undefined, RETRY_SECONDS)
  return new Problem('uploads.not-an-image')
}
