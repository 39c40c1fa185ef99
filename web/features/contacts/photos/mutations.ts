import type { ContactPhoto, DeletePhoto } from '#shared/photos/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Deletes a photo, or undoes it; resolves once the mutation is stored on this device. */
export const deletePhoto = ({ id, contactId }: Pick<ContactPhoto, 'id' | 'contactId'>, isDeleted: boolean) =>
  enqueue('photo.delete', { id, contactId, isDeleted })

export const showPhotoDeletion: ClientMutator<DeletePhoto> = async (db, { id, isDeleted }, madeAt) => {
  const stored = await db.photos.get(id)
  if (!stored || (stored.deletedAt !== null) === isDeleted) return
  await db.photos.put({ ...stored, deletedAt: isDeleted ? madeAt : null, version: OPTIMISTIC })
}
