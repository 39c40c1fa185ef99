import { Download, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveBlob } from '#web/ui/save-file.ts'
import type { ShownPhoto } from './queries.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = { photo: ShownPhoto; onClose: () => void; onDelete: () => void }

/** One photo, as large as the screen allows. */
export function PhotoViewer({ photo: { id, takenAt, width, height, file, queued }, onClose, onDelete }: Props) {
  const url = useObjectUrl(id, file)
  return (
    <Dialog title={`Photo of ${formatDate(takenAt)}`} isOpen onClose={onClose}>
      {url ? (
        <img
          src={url}
          alt={`Taken on ${formatDate(takenAt)}`}
          {...{ width, height }}
          className="mx-auto h-auto max-h-[60dvh] w-auto max-w-full"
        />
      ) : (
        <p className="py-8 text-center text-soft">This photo has not arrived on this device yet.</p>
      )}
      {queued?.refusal && (
        <p role="alert" className="mt-4 text-sm text-red">
          {queued.refusal.message}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {file && (
          <Button variant="outline" onClick={() => saveBlob(`photo-${takenAt.slice(0, 10)}.${file.type.split('/')[1]}`, file)}>
            <Download className="size-4" aria-hidden="true" />
            Save to this device
          </Button>
        )}
        <Button variant="quiet" className="ml-auto" onClick={onDelete}>
          <Trash2 className="size-4" aria-hidden="true" />
          Delete photo
        </Button>
      </div>
    </Dialog>
  )
}
