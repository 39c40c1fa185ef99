import { useEffect, useState } from 'react'
import { hasAnswered, keepAnswer } from './early-access-flag.ts'
import { EarlyAccessPopup } from './early-access-popup.tsx'

/** The popup, when it is due. Over a payment, a gate or a dialog it waits: `isHeld` says so of the first two, the page itself of the third. */
export function EarlyAccess({ isHeld }: { isHeld: boolean }) {
  const [isAnswered, setAnswered] = useState(hasAnswered)
  const isDialogOpen = useOpenDialog(!isAnswered)

  // Asked again when a dialog closes: whoever opened a payment has been spared the popup for this session.
  if (isAnswered || hasAnswered() || isHeld || isDialogOpen) return null
  const answer = (kept: 'true' | 'seen') => {
    keepAnswer(kept)
    setAnswered(true)
  }
  return <EarlyAccessPopup onJoined={() => answer('true')} onLater={() => answer('seen')} />
}

/** Whether a modal dialog stands over the page, as long as somebody asks. */
function useOpenDialog(isAsked: boolean): boolean {
  const isThere = () => document.querySelector('dialog[open]') !== null
  const [isOpen, setOpen] = useState(isThere)
  useEffect(() => {
    if (!isAsked) return
    const look = () => setOpen(isThere())
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [isAsked])
  return isOpen
}
