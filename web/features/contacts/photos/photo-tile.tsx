import { CloudUpload, ImageDown, TriangleAlert } from 'lucide-react'
import { dayLabel } from '#web/features/contacts/entries/entry-days.ts'
import type { ShownPhoto } from './queries.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = { photo: ShownPhoto; now: number; onOpen: () => void }

/** A photo in the grid, as a button that opens it, with its place in the queue. */
export function PhotoTile({ photo: { id, takenAt, file, queued }, now, onOpen }: Props) {
  const url = useObjectUrl(id, file)
  const day = dayLabel(takenAt, now)
  const state = stateOf(queued)
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={[`Photo, ${day}`, state?.label].filter(Boolean).join(', ')}
      className="relative block aspect-square w-full cursor-pointer overflow-hidden rounded-field border border-rule bg-well focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ink"
    >
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-soft">
          <ImageDown className="size-6" aria-hidden="true" />
        </span>
      )}
      {state && (
        <span className="absolute right-1 bottom-1 grid size-7 place-items-center rounded-full bg-sheet text-ink">
          <state.Icon className={`size-4 ${state.isGrave ? 'text-red' : ''}`} aria-hidden="true" />
        </span>
      )}
    </button>
  )
}

function stateOf(queued: ShownPhoto['queued']) {
  if (queued?.refusal) return { Icon: TriangleAlert, label: 'not accepted', isGrave: true }
  return queued && !queued.arrivedAt ? { Icon: CloudUpload, label: 'on this device only', isGrave: false } : undefined
}
