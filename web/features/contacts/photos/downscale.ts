import { PHOTO_EDGE } from '#shared/photos/contract.ts'

/** A picture as it is stored and sent, with its size in pixels. */
export type Downscaled = { file: Blob; width: number; height: number }

const QUALITY = 0.8

/**
 * The picture, upright, in at most `PHOTO_EDGE` pixels, without the place and the other data that a camera writes into its files.
 *
 * @throws if this browser cannot decode the picture
 */
export async function downscale(picture: Blob): Promise<Downscaled> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, PHOTO_EDGE / Math.max(bitmap.width, bitmap.height))
    const [width, height] = [bitmap.width, bitmap.height].map((edge) => Math.max(1, Math.round(edge * scale))) as [number, number]
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    // A browser without an encoder for WebP returns a PNG, which is many times larger.
    const file = webp.type === 'image/webp' ? webp : await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return { file, width, height }
  } finally {
    bitmap.close()
  }
}
