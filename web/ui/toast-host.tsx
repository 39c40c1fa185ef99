import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { currentToast, markDrawn } from './toast.ts'

/**
 * Resolves when a toast can be shown: for callers that leave the page directly after one. Without a network a plain toast is
 * used.
 */
export async function loadToaster() {
  const { Toaster } = await import('./toaster.tsx').catch(() => ({ Toaster: PlainToast }))
  return { default: Toaster }
}

const Toaster = lazy(loadToaster)

/** The container of toasts. Its code, a tenth of a first visit, is loaded when there is a toast to show. */
export function ToastPlace() {
  const isNeeded = useSyncExternalStore(currentToast.subscribe, currentToast.hasBeen, currentToast.hasBeen)
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}

/** Shows the same text without the code that could not be loaded. */
function PlainToast() {
  const shown = useSyncExternalStore(currentToast.subscribe, currentToast.get)
  const shownId = shown?.id
  useEffect(() => {
    if (shownId) markDrawn(shownId)
  }, [shownId])
  return (
    <p role="status" className="toast-place fixed z-50 w-full">
      {shown && [shown.title, shown.description].filter(Boolean).join(': ')}
    </p>
  )
}
