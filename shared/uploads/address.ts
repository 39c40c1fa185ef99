import { safeUrl } from '#shared/url.ts'

/** Longest edge of the two sizes, in pixels: a profile's portrait, and a card's on a sharp screen. */
export const LARGE = 1024
export const SMALL = 320

/** 128 random bits and a size: an address never changes what it shows. */
const FILE = `([a-f0-9]{32})-(?:${LARGE}|${SMALL})\\.webp`
export const PICTURE_FILE = new RegExp(`^${FILE}$`)
const OWN = new RegExp(`^/uploads/${FILE}$`)

/** Finds the id of a picture in an address, or in a document that holds one. Written for Postgres as well. */
export const PICTURE_ID_IN_TEXT = '/uploads/([a-f0-9]{32})-'

export type PictureSize = typeof LARGE | typeof SMALL

export const pictureFile = (id: string, size: PictureSize) => `${id}-${size}.webp`
export const pictureAddress = (id: string, size: PictureSize) => `/uploads/${pictureFile(id, size)}`

/** The address when it may be stored and shown: an upload of ours, or a picture of a foreign https host. */
export function pictureUrl(given: string): string | undefined {
  if (OWN.test(given)) return given
  const foreign = safeUrl(given)
  return foreign?.startsWith('https:') ? foreign : undefined
}
