import { lazy, Suspense, useEffect, useState } from 'react'
import { hasAnswered, keepAnswer } from './early-access-flag.ts'

const OPENS_AFTER_MS = 2000

const EarlyAccessPopup = lazy(async () => ({ default: (await import('./early-access-popup.tsx')).EarlyAccessPopup }))

/**
 * Opens the popup two seconds after the app was loaded, once a session. Over a payment, a
 * gate or a dialog it waits: `isHeld` says so of the first two, the page itself of the third.
 */
export function EarlyAccessPlace({ isHeld }: { isHeld: boolean }) {
  const [isDue, setDue] = useState(false)
  const [isAnswered, setAnswered] = useState(hasAnswered)
  const isDialogOpen = useOpenDialog(isDue && !isAnswered)

  useEffect(() => {
    const timer = setTimeout(() => setDue(true), OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  // Asked again when a dialog closes: whoever opened a payment has been spared the popup for this session.
  if (!isDue || isAnswered || hasAnswered() || isHeld || isDialogOpen) return null
  const answer = (kept: 'true' | 'seen') => {
    keepAnswer(kept)
    setAnswered(true)
  }
  return (
    <Suspense>
      <EarlyAccessPopup onJoined={() => answer('true')} onLater={() => answer('seen')} />
    </Suspense>
  )
}

/** Whether a modal dialog stands over the page, as long as somebody asks. */
function useOpenDialog(isAsked: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    const look = () => setOpen(document.querySelector('dialog[open]') !== null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [isAsked])
  return isOpen
}
