import * as Radix from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentToast, dismissToast, markDrawn } from './toast.ts'

/** Shows the current toast for 5 s; a swipe of 50 px to the right closes it, F8 moves the focus to it. */
export function Toaster() {
  const shown = useSyncExternalStore(currentToast.subscribe, currentToast.get)
  const place = useRef<HTMLOListElement>(null)
  const shownId = shown?.id
  // A modal dialog covers everything but the top layer; the element that entered the top layer last is on top.
  useEffect(() => {
    const popover = place.current
    if (shownId === undefined) return
    markDrawn(shownId)
    if (!popover?.showPopover) return
    // Decided once: a toast does not move when the dialog below it closes.
    popover.dataset.at = placeNow()
    popover.showPopover()
    return () => popover.hidePopover()
  }, [shownId])
  const paper = shown?.variant === 'destructive' ? 'bg-red text-sheet' : 'bg-ink text-page'
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Radix.Root
          key={shown.id}
          type={shown.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => !isOpen && dismissToast(shown.id)}
          className={`toast-slip flex items-start gap-3 rounded-box py-4 pr-2 pl-5 ${paper}`}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-medium">{shown.title}</Radix.Title>
            {shown.description && <Radix.Description className="mt-0.5 text-sm">{shown.description}</Radix.Description>}
          </div>
          {shown.action && (
            <Radix.Action
              altText={shown.action.label}
              onClick={shown.action.onAct}
              className="-my-2.5 min-h-11 shrink-0 cursor-pointer px-2 font-medium underline underline-offset-4"
            >
              {shown.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label="Dismiss" className="-my-2.5 grid size-11 shrink-0 cursor-pointer place-items-center">
            <X className="size-4" aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport ref={place} popover="manual" className="toast-place fixed z-50 w-full outline-none" />
    </Radix.Provider>
  )
}

/** Where a toast covers no button: `top` of a phone's screen over a dialog, below the `header` beside the popup, else `bottom`. */
const placeNow = () =>
  document.querySelector('dialog[open]') ? 'top' : document.querySelector('.early-access') ? 'header' : 'bottom'
