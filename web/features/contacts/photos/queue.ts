import type { VcId } from '#shared/ids.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import { type PhotoDraft, photoDraftId, type QueuedPhoto, readPhotoQueue } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'
import type { Downscaled } from './downscale.ts'
import { deletePhoto } from './mutations.ts'

/** @param now  milliseconds since the Unix epoch */
export const newPhotoId = (now: number) => `pho_${uuid7(now)}` as PhotoId

type Taken = Downscaled & { id: PhotoId; contactId: VcId; takenAt: string }

/** Adds a photo to the queue. Resolves once it is stored on this device. @throws the error of a full device */
export const queuePhoto = (db: PrivateDatabase, { file, id, ...values }: Taken) => putInQueue(db, id, values, file)

/**
 * The draft does not depend on the document of its person: a pull removes a person whom the server does not know yet until the
 * pending mutation is shown again. The server refuses a photo about a person who was deleted for good.
 */
const putInQueue = (db: PrivateDatabase, id: PhotoId, values: QueuedPhoto, photo: Blob) =>
  storeDraft(db, photoDraftId(id), { values, photo })

/** Moves the photos in the queue that are about one contact to another one, when both are joined. */
export async function moveInQueue(db: PrivateDatabase, from: VcId, into: VcId): Promise<void> {
  for (const { id, file, ...values } of await readPhotoQueue(db)) {
    if (values.contactId === from) await putInQueue(db, id, { ...values, contactId: into }, file)
  }
}

/**
 * Removes a photo from the queue. It may be on its way at this moment, so its deletion is sent as well, and first: a tab that ends
 * in between has not lost the deletion.
 *
 * @returns puts it back, as a new photo
 */
export async function removeFromQueue(
  db: PrivateDatabase,
  { id, file, sentAt: _sent, arrivedAt: _arrived, refusal: _refusal, ...fresh }: PhotoDraft,
  sendDeletion = deletePhoto,
): Promise<() => Promise<unknown>> {
  await sendDeletion({ id, contactId: fresh.contactId }, true)
  await storeDraft(db, photoDraftId(id), undefined)
  return () => putInQueue(db, newPhotoId(Date.now()), fresh, file)
}

/** After a refusal: the next run sends it again. */
export const retryPhoto = (db: PrivateDatabase, { id, file, refusal: _refusal, ...values }: PhotoDraft) =>
  putInQueue(db, id, values, file)
