import { safeUrl } from '#shared/url.ts'

/** Longest edge of the two sizes, in pixels: for a profile's portrait, and for a card on a high-density screen. */
export const LARGE = 1024
export const SMALL = 320

/** 128 random bits and a size: the content of an address never changes. */
const FILE = `([a-f0-9]{32})-(?:${LARGE}|${SMALL})\\.webp`
export const PICTURE_FILE = new RegExp(`^${FILE}$`)
const OWN = new RegExp(`^/uploads/${FILE}$`)

/** Finds the id of a picture in an address, or in a document that contains one. The syntax is also valid in Postgres. */
export const PICTURE_ID_IN_TEXT = '/uploads/([a-f0-9]{32})-'

export type PictureSize = typeof LARGE | typeof SMALL

export const pictureFile = (id: string, size: PictureSize) => `${id}-${size}.webp`
export const pictureAddress = (id: string, size: PictureSize) => `/uploads/${pictureFile(id, size)}`

/** Numbers of the drawn pictures of the sample data, in `web/public/sample`. */
export const SAMPLE_PORTRAITS = 48
export const SAMPLE_LOGOS = 24

const SAMPLE = /^\/sample\/(?:portrait|logo)-\d\d\.svg$/

/** @param place  counted from 1 */
export const samplePicture = (kind: 'portrait' | 'logo', place: number) => `/sample/${kind}-${String(place).padStart(2, '0')}.svg`

/** The address if it may be stored and shown: an uploaded or a drawn picture, or a picture on another https host. */
export function pictureUrl(address: string): string | undefined {
  if (OWN.test(address) || SAMPLE.test(address)) return address
  const foreign = safeUrl(address)
  return foreign?.startsWith('https:') ? foreign : undefined
}
