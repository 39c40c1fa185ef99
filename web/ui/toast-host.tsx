import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToast } from './toast.ts'

/** Resolves when a toast can be seen: for whoever leaves the page right after one. Without a network it is told plainly. */
export async function loadToaster() {
  const { Toaster } = await import('./toaster.tsx').catch(() => ({ Toaster: PlainToast }))
  return { default: Toaster }
}

const Toaster = lazy(loadToaster)

/** Where toasts appear. Their code, a tenth of what a first visit loads, is fetched when there is one to show. */
export function ToastPlace() {
  const isNeeded = useSyncExternalStore(currentToast.subscribe, currentToast.hasBeen)
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}

/** Says the same without the code that could not be fetched. */
function PlainToast() {
  const shown = useSyncExternalStore(currentToast.subscribe, currentToast.get)
  return (
    <p role="status" className="toast-place fixed z-50 w-full">
      {shown && [shown.title, shown.description].filter(Boolean).join(': ')}
    </p>
  )
}
