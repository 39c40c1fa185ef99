import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isFocusLost, useModal } from './use-modal.ts'

type Props = { title: ReactNode; isOpen: boolean; onClose: () => void; children: ReactNode; canClose?: boolean }

/**
 * A modal on the native `<dialog>`: it traps the focus, restores it when closed, and closes on Esc, on the backdrop and on its
 * button. On a phone it opens at the bottom edge, within reach of the thumb.
 *
 * If the dialog has replaced its opener, the focus goes to the element with `data-after-dialog` in the opener's place.
 *
 * `canClose` is false while an operation runs that must not be interrupted, such as a payment.
 */
export function Dialog({ title, isOpen, onClose, canClose = true, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  // Otherwise the close button would get the focus, and a screen reader would start with it. A keyboard on the screen would
  // cover the dialog, so only a device with a mouse starts in the field.
  useModal(isOpen, dialog, () => {
    const field = matchMedia('(pointer: fine)').matches
      ? dialog.current?.querySelector<HTMLElement>('[data-first-focus]')
      : undefined
    return field ?? heading.current
  })

  // A step of the dialog that replaces the focused button would leave the focus on the page behind.
  useEffect(() => {
    if (isOpen && isFocusLost()) heading.current?.focus()
  })

  const close = () => canClose && onClose()
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for the pointer; Esc is the keyboard's way
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="modal modal-bottom sm:modal-middle"
      onCancel={(event) => {
        // React passes on the event of a dialog inside this one, and the browser that of a file chooser.
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="modal-box max-h-[90dvh] border border-rule bg-sheet p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:p-8">
        <div className="mb-5 flex items-start justify-between gap-4 border-b border-rule pb-4">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="text-3xl outline-none">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            disabled={!canClose}
            onClick={close}
            className="-m-2 grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink disabled:opacity-40"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
