import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { type Toast, toast } from '#web/ui/toast.ts'
import { newPhotoId, queuePhoto } from './queue.ts'

/** @returns what the user is shown: one message at a time is on the screen, and a fault comes before a success */
async function addEach(db: PrivateDatabase, contactId: VcId, pictures: File[]): Promise<Toast> {
  const unreadable: string[] = []
  for (const picture of pictures) {
    const now = Date.now()
    // A picture from the library keeps its day.
    const takenAt = new Date(Math.min(now, picture.lastModified || now)).toISOString()
    const smaller = await loadChunk(() => import('./downscale.ts'))
      .then(({ downscale }) => downscale(picture))
      .catch(() => undefined)
    try {
      if (smaller) await queuePhoto(db, { ...smaller, id: newPhotoId(now), contactId, takenAt })
      else unreadable.push(picture.name)
    } catch (error) {
      return { title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' }
    }
  }
  const [only, ...others] = unreadable
  if (only === undefined) {
    return { title: pictures.length === 1 ? 'Photo saved on this device' : `${pictures.length} photos saved on this device` }
  }
  const title = others.length === 0 ? 'This picture can’t be read' : `${unreadable.length} pictures can’t be read`
  return { title, description: unreadable.join(', '), variant: 'destructive' }
}

/** Adds photos: a phone offers its camera and its pictures. Each is made smaller and stored on this device at once. */
export function AddPhotos({ contactId }: { contactId: VcId }) {
  const db = usePrivateDb()
  const [isBusy, setBusy] = useState(false)
  const add = async (pictures: File[]) => {
    if (!db) return
    setBusy(true)
    toast(await addEach(db, contactId, pictures))
    setBusy(false)
  }
  return (
    <label
      aria-busy={isBusy}
      className="btn min-h-11 border-edge bg-transparent font-medium text-ink shadow-none hover:bg-well has-focus-visible:outline-2"
    >
      <ImagePlus className="size-4" aria-hidden="true" />
      {isBusy ? 'Adding…' : 'Add photos'}
      <input
        type="file"
        name="photos"
        accept="image/*"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          const pictures = [...(target.files ?? [])]
          // The same file can be selected again.
          target.value = ''
          if (pictures.length > 0) void add(pictures)
        }}
      />
    </label>
  )
}
