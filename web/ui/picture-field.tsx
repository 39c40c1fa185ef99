import { ImagePlus, RotateCw, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { PICTURE_TYPES } from '#shared/uploads/contract.ts'
import { Button, buttonClass } from './button.tsx'
import { fitLogo } from './fit-logo.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { PictureState, PictureUpload } from './use-picture-upload.ts'

type Props = {
  label: string
  /** The current picture, if any. */
  value: string | null
  upload: PictureUpload
  onRemove: () => void
  hint?: ReactNode
  /** The reason why uploads are impossible now: no connection, no account. */
  waitsBecause?: ReactNode
}

/** Selects a picture (with the button, or by drop), shows it during the upload, and displays the progress. */
export function PictureField({ label, value, upload, onRemove, hint, waitsBecause }: Props) {
  const id = useId()
  const { state, choose, cancel } = upload
  const waits = Boolean(waitsBecause)
  const focus = useFocusAfterRemoval(`[id="${id}"]`)
  const drop = useDrop((file) => !waits && choose(file))
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label} <span className="font-normal text-soft">(optional)</span>
      </label>
      <div {...drop.handlers} {...focus} className="flex items-start gap-4">
        <Frame src={state.kind === 'sending' ? state.preview : value} isWanted={drop.isOver && !waits} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <input
              id={id}
              type="file"
              accept={PICTURE_TYPES.join(',')}
              disabled={waits}
              aria-describedby={`${id}-hint`}
              className="peer sr-only"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                // The same file may be selected again after a refusal.
                event.currentTarget.value = ''
                if (file) void choose(file)
              }}
            />
            <label htmlFor={id} aria-hidden="true" className={buttonClass('outline', CHOOSER)}>
              <Upload className="size-4" />
              {value ? 'Replace' : 'Choose a picture'}
            </label>
            {value && state.kind !== 'sending' && (
              <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${label.toLowerCase()}`}>
                Remove
              </Button>
            )}
          </div>
          <div id={`${id}-hint`} className="mt-2 text-sm text-soft">
            {waitsBecause ?? hint ?? 'PNG, JPG, GIF or WebP, up to 5 MB.'}
          </div>
          <Progress state={state} label={label} onCancel={cancel} onRetry={choose} />
        </div>
      </div>
    </div>
  )
}

/** The input itself is visually hidden: its focus ring and its disabled state are shown on its label. */
const CHOOSER =
  'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:pointer-events-none peer-disabled:border-rule peer-disabled:text-soft'

function Frame({ src, isWanted }: { src: string | null; isWanted: boolean }) {
  const edge = isWanted ? 'border-ink' : 'border-rule'
  return (
    <span
      aria-hidden="true"
      className={`relative grid size-24 shrink-0 place-items-center overflow-hidden rounded-field border border-dashed bg-well text-soft ${edge}`}
    >
      <ImagePlus className="size-6" />
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget }) => fitLogo(currentTarget)}
          className="absolute inset-0 size-full bg-sheet object-cover"
        />
      )}
    </span>
  )
}

type ProgressProps = { state: PictureState; label: string; onCancel: () => void; onRetry: (file: File) => void }

function Progress({ state, label, onCancel, onRetry }: ProgressProps) {
  if (state.kind === 'idle') return null
  if (state.kind === 'refused') {
    const { file } = state
    return (
      <div role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-red">
        <span>{state.sentence}</span>
        {file && (
          <Button variant="quiet" onClick={() => onRetry(file)}>
            <RotateCw className="size-4" aria-hidden="true" />
            Try again
          </Button>
        )}
      </div>
    )
  }
  const percent = Math.round(state.share * 100)
  return (
    <div className="mt-1 flex items-center gap-3">
      <progress className="ledger-progress" max={100} value={percent} aria-label={`Uploading ${label.toLowerCase()}`} />
      {/* All bytes are sent, and the server is still re-encoding the picture. */}
      <span className="w-12 shrink-0 text-sm text-soft">{percent < 100 ? `${percent} %` : 'Almost done'}</span>
      <Button variant="quiet" onClick={onCancel} aria-label="Cancel the upload" className="-my-2 px-3">
        <X className="size-4" aria-hidden="true" />
      </Button>
    </div>
  )
}

function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver(event: DragEvent) {
      // Otherwise the browser opens the dropped file in place of the page.
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) onFile(file)
    },
  }
  return { isOver, handlers }
}
