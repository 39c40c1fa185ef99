import type { VcId } from '#shared/ids.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { LocalDraft, PrivateDatabase } from './private-database.ts'

/**
 * A photo about a contact that has not arrived at the server, or not come back from it. It is a draft with a picture, so it is
 * counted before a sign-out, sealed when a session ends elsewhere, and taken along when a guest signs in.
 */
export type QueuedPhoto = {
  contactId: VcId
  /** ISO instant. */
  takenAt: string
  /** Pixels. */
  width: number
  height: number
  /** ISO instant of the first attempt: the server may have the photo since. */
  sentAt?: string
  /** ISO instant: the server has the photo. The draft stays until the photo is in the private lane of this device. */
  arrivedAt?: string
  /** The server does not accept it. */
  refusal?: { code: string; message: string }
}

const PREFIX = 'photo:'
export const photoDraftId = (id: PhotoId): LocalDraft['id'] => `${PREFIX}${id}`

export type PhotoDraft = QueuedPhoto & { id: PhotoId; file: Blob }

/** Every photo in the queue, the earliest first. */
export async function readPhotoQueue(db: PrivateDatabase): Promise<PhotoDraft[]> {
  const drafts = await db.drafts.where('id').startsWith(PREFIX).toArray()
  return drafts.flatMap(({ id, values, photo }) =>
    photo ? [{ ...(values as QueuedPhoto), id: id.slice(PREFIX.length) as PhotoId, file: photo }] : [],
  )
}

export const countQueuedPhotos = (db: PrivateDatabase) => db.drafts.where('id').startsWith(PREFIX).count()
