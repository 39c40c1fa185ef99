import sharp from 'sharp'
import { fewAtOnce } from '#server/few-at-once.ts'
import { Problem } from '#shared/problem.ts'
import { LARGE, SMALL } from '#shared/uploads/address.ts'

/** A phone's picture has 12 to 50 million pixels, a bomb thousands of millions. Each takes 3 or 4 bytes once it is decoded. */
const MAX_PIXELS = 50_000_000

/** Two of the largest at once stay below half a gigabyte. */
const inTurn = fewAtOnce({ most: 2 })
const DEADLINE_SECONDS = 15

const formats = new Set(['png', 'jpeg', 'gif', 'webp'])

// Nothing else is even looked at: no SVG with its links, no TIFF, no PDF, no format of which only libvips has heard.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
// Each picture is seen once: a cache of what was decoded would only hold memory.
sharp.cache(false)

export type Picture = { large: Uint8Array; small: Uint8Array; width: number; height: number }

/**
 * The picture that the bytes hold, drawn anew as WebP in two sizes: turned upright, in sRGB,
 * the first frame of an animation, without EXIF or anything else that came along.
 *
 * @throws Problem `uploads.not-an-image`, `uploads.too-many-pixels`
 */
export async function redraw(bytes: Uint8Array): Promise<Picture> {
  return inTurn(async () => {
    try {
      return await draw(bytes)
    } catch (error) {
      // Whatever the decoder says of foreign bytes, it says of the bytes.
      throw new Problem(isTooManyPixels(error) ? 'uploads.too-many-pixels' : 'uploads.not-an-image')
    }
  })
}

async function draw(bytes: Uint8Array): Promise<Picture> {
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format } = await source.metadata()
  if (!format || !formats.has(format)) throw new Problem('uploads.not-an-image')
  const { data: large, info } = await source
    .autoOrient()
    .resize({ width: LARGE, height: LARGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84 })
    .timeout({ seconds: DEADLINE_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const small = await sharp(large)
    .resize({ width: SMALL, height: SMALL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
  return { large, small, width: info.width, height: info.height }
}

const isTooManyPixels = (error: unknown) => error instanceof Error && /pixel limit/i.test(error.message)
