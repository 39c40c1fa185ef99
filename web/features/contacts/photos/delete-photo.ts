import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { deletePhoto } from './mutations.ts'
import type { ShownPhoto } from './queries.ts'
import { removeFromQueue } from './queue.ts'

/** Deletes a photo, sent or not, and offers to undo it. */
export async function deletePhotoWithUndo(db: PrivateDatabase, photo: ShownPhoto) {
  const { queued } = photo
  await reporting(async () => {
    const undo = queued ? await removeFromQueue(db, queued) : await deleteStored(photo)
    toast({ title: 'Photo deleted', action: { label: 'Undo', onAct: () => void reporting(undo) } })
  })
}

async function deleteStored(photo: ShownPhoto) {
  await deletePhoto(photo, true)
  return () => deletePhoto(photo, false)
}

export const restorePhoto = (photo: ShownPhoto) => reporting(() => deletePhoto(photo, false))

/** Shows why something could not be stored on this device. */
async function reporting(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    toast({ title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' })
  }
}
