import { useLiveQuery } from 'dexie-react-hooks'
import type { VcId } from '#shared/ids.ts'
import type { ContactPhoto } from '#shared/photos/contract.ts'
import { type PhotoDraft, readPhotoQueue } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** A photo as a screen shows it: in the queue of this device, or in the private lane. */
export type ShownPhoto = ContactPhoto & {
  /** Undefined while the picture has not arrived on this device. */
  file: Blob | undefined
  queued: PhotoDraft | undefined
}

/** The photos about a contact, the latest first, with those deleted in the last weeks. */
export async function readPhotos(db: PrivateDatabase, contactId: VcId): Promise<ShownPhoto[]> {
  const [stored, queue] = await Promise.all([
    db.photos.filter((photo) => photo.contactId === contactId).toArray(),
    readPhotoQueue(db),
  ])
  const files = await db.photoFiles.bulkGet(stored.map(({ id }) => id))
  const known = new Set(stored.map(({ id }) => id))
  const waiting = queue.filter((draft) => draft.contactId === contactId && !known.has(draft.id))
  const isIn = new Map(queue.map((draft) => [draft.id, draft]))
  return [
    ...waiting.map(
      ({ id, takenAt, width, height, file, ...draft }): ShownPhoto => ({
        ...{ id, contactId, takenAt, width, height, file, deletedAt: null },
        queued: { id, takenAt, width, height, file, ...draft },
      }),
    ),
    ...stored.map(
      (photo, at): ShownPhoto => ({ ...photo, file: files[at]?.file ?? isIn.get(photo.id)?.file, queued: undefined }),
    ),
  ].sort((a, b) => b.takenAt.localeCompare(a.takenAt) || b.id.localeCompare(a.id))
}

/** `undefined` while they are read. */
export function usePhotos(contactId: VcId): ShownPhoto[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && readPhotos(db, contactId), [db, contactId])
}
