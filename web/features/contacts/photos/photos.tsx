import { useState } from 'react'
import type { PhotoId } from '#shared/photos/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DeletedList } from '#web/features/contacts/deleted-list.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts'
import { deletePhotoWithUndo, restorePhoto } from './delete-photo.ts'
import { PhotoTile } from './photo-tile.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import type { ShownPhoto } from './queries.ts'
import { QueueState } from './queue-state.tsx'

type Props = {
  /** The latest first, with the deleted ones. */
  photos: readonly ShownPhoto[]
  now: number
}

/** Photos about a contact, such as a card or a slide. They are opened and deleted without a network. */
export function Photos({ photos, now }: Props) {
  const db = usePrivateDb()
  const [openId, setOpenId] = useState<PhotoId>()
  const focus = useFocusAfterRemoval('input[name=photos]')
  const kept = photos.filter(({ deletedAt }) => deletedAt === null)
  const open = kept.find(({ id }) => id === openId)
  if (photos.length === 0) return null
  return (
    <>
      <h2 className="mb-3 text-[1.375rem]">Photos</h2>
      {kept.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5" {...focus}>
          {kept.map((photo) => (
            <li key={photo.id}>
              <PhotoTile photo={photo} now={now} onOpen={() => setOpenId(photo.id)} />
            </li>
          ))}
        </ul>
      )}
      <QueueState photos={kept} />
      <DeletedPhotos photos={photos.filter(({ deletedAt }) => deletedAt !== null)} />
      {open && (
        <PhotoViewer
          photo={open}
          onClose={() => setOpenId(undefined)}
          onDelete={() => {
            setOpenId(undefined)
            if (db) void deletePhotoWithUndo(db, open)
          }}
        />
      )}
    </>
  )
}

/** Photos whose deletion can still be undone. */
const DeletedPhotos = ({ photos }: { photos: readonly ShownPhoto[] }) => (
  <DeletedList
    thing="photo"
    items={photos.map((photo) => ({
      id: photo.id,
      label: <span className="text-sm">Photo of {formatDate(photo.takenAt)}</span>,
      onRestore: () => void restorePhoto(photo),
    }))}
  />
)
