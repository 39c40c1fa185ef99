import type { Metadata } from 'sharp'
import type { ProblemCode } from '#shared/problem.ts'

// cspell:ignore RIFFWEBPVP

/** The header of a picture, as the decoder reads it. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'pages'
> & { isLossyWebp?: boolean }

/** A phone's picture has 12 to 50 million pixels. */
export const MAX_PIXELS = 50_000_000

/** The longest side of a picture. A line of millions of pixels takes gigabytes of memory while it is resized. */
const MAX_EDGE = 16_384

const MB = 1_000_000

/** For a picture that the decoder keeps in memory as a whole. A progressive JPEG of a phone has 37 MB. */
const MAX_HELD_BYTES = 37 * MB

/** For a picture that is decoded row by row, all rows together. A screenshot of the largest screens has 60 MB. */
const MAX_ROW_BYTES = 64 * MB

/**
 * The reason why a picture is rejected, or `undefined` when it may be decoded: it then costs at most 1 s of one core and 50 MB.
 *
 * A file of 100 KB can contain 50 million pixels. Their cost depends on the format: a JPEG of one scan is scaled down while it is
 * decoded; a PNG is decoded row by row; so is a plain lossy WebP; a progressive JPEG, an interlaced PNG, a GIF and any other WebP
 * are kept in memory as a whole.
 */
export function pictureRefusal(header: PictureHeader): ProblemCode | undefined {
  const { format, width, height } = header
  if (format !== 'png' && format !== 'jpeg' && format !== 'gif' && format !== 'webp') return 'uploads.not-an-image'
  const pixels = width * height
  const isOver =
    pixels > MAX_PIXELS ||
    Math.max(width, height) > MAX_EDGE ||
    pixels * heldPerPixel(header) > MAX_HELD_BYTES ||
    (format !== 'jpeg' && pixels * samplesPerPixel(header) > MAX_ROW_BYTES)
  return isOver ? 'uploads.too-many-pixels' : undefined
}

/** Bytes per pixel that the decoder keeps until the last one is read; 0 where it reads row by row. */
function heldPerPixel(header: PictureHeader): number {
  switch (header.format) {
    case 'gif':
      // The canvas in four bytes, and the current frame in up to four.
      return 6
    case 'webp':
      if (header.isLossyWebp) return 0
      // An animation has a canvas beside its frame.
      return (header.pages ?? 1) > 1 ? 8 : 4
    case 'jpeg':
      return header.isProgressive ? 2 * coefficientsPerPixel(header) : 0
    default:
      return header.isProgressive ? samplesPerPixel(header) : 0
  }
}

const samplesPerPixel = ({ channels, depth }: PictureHeader) => channels * (depth === 'uchar' ? 1 : 2)

/** In most camera pictures two of three components have a quarter of the pixels. */
const coefficientsPerPixel = ({ channels, chromaSubsampling }: PictureHeader) =>
  chromaSubsampling === '4:2:0' ? channels / 2 : channels

/** Whether the first chunk of a WebP is a lossy picture: then the file has no other frame and no alpha. @see RFC 9649 §2.5 */
export const isLossyWebp = (bytes: Uint8Array) =>
  String.fromCharCode(...bytes.subarray(0, 4), ...bytes.subarray(8, 16)) === 'RIFFWEBPVP8 '
