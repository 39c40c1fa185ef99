import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { toast } from '#web/ui/toast.ts'
import { newPhotoId, queuePhoto } from './queue.ts'

/** Adds photos: a phone offers its camera and its pictures. Each is made smaller and stored on this device at once. */
export function AddPhotos({ contactId }: { contactId: VcId }) {
  const db = usePrivateDb()
  const [isBusy, setBusy] = useState(false)
  const add = async (pictures: File[]) => {
    if (!db) return
    setBusy(true)
    let count = 0
    for (const picture of pictures) {
      const now = Date.now()
      // A picture from the library keeps its day.
      const takenAt = new Date(Math.min(now, picture.lastModified || now)).toISOString()
      const smaller = await loadChunk(() => import('./downscale.ts'))
        .then(({ downscale }) => downscale(picture))
        .catch(() => undefined)
      if (!smaller) {
        toast({ title: 'This picture can’t be read', description: picture.name, variant: 'destructive' })
        continue
      }
      try {
        await queuePhoto(db, { ...smaller, id: newPhotoId(now), contactId, takenAt })
        count++
      } catch (error) {
        toast({ title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' })
      }
    }
    setBusy(false)
    if (count > 0) toast({ title: count === 1 ? 'Photo saved on this device' : `${count} photos saved on this device` })
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
          void add(pictures)
        }}
      />
    </label>
  )
}
