import * as v from 'valibot'
import { ChosenInstant } from '#shared/contacts/entry.ts'
import { VcId } from '#shared/ids.ts'

/** A photo about a contact, such as a card or a slide: `pho_` and a UUIDv7, generated on the device. */
export const PhotoId = v.pipe(
  v.string(),
  v.regex(/^pho_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not a valid id.'),
  v.brand('PhotoId'),
)
export type PhotoId = v.InferOutput<typeof PhotoId>

/** Longest edge of a stored photo, in pixels: a slide stays readable. */
export const PHOTO_EDGE = 1600

export const MAX_PHOTOS = 300
/** Per account without a verified address. */
export const MAX_PHOTOS_UNPROVED = 30
export const MAX_PHOTOS_OF_CONTACT = 50

/** What the private lane of the owner contains about a photo. `GET /api/photos/{id}` returns the picture. */
export const ContactPhoto = v.object({
  id: PhotoId,
  contactId: VcId,
  /** ISO instant, chosen by the device. */
  takenAt: v.string(),
  /** Pixels. */
  width: v.number(),
  height: v.number(),
  /** ISO instant; null for a photo that is not deleted. */
  deletedAt: v.nullable(v.string()),
})
export type ContactPhoto = v.InferOutput<typeof ContactPhoto>

/** The query of `POST /api/photos/{id}`; the body is a form with the picture in the field `photo`. */
export const AddPhoto = v.object({ contactId: VcId, takenAt: ChosenInstant })
export type AddPhoto = v.InferOutput<typeof AddPhoto>

/** `photo.delete`: deletes a photo, or undoes it. A photo that is still on its way to the server is deleted as well. */
export const DeletePhoto = v.object({ id: PhotoId, contactId: VcId, isDeleted: v.boolean() })
export type DeletePhoto = v.InferOutput<typeof DeletePhoto>
