import { useEffect, useState } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { hasAnswered, keepAnswer } from './early-access-flag.ts'
import { EarlyAccessPopup } from './early-access-popup.tsx'

/**
 * The popup, when it is due. It waits where `isHeld` says so, over a dialog, without a network, and until no control has the
 * keyboard focus. After a purchase on this device it does not come.
 */
export function EarlyAccess({ isHeld }: { isHeld: boolean }) {
  const [isAnswered, setAnswered] = useState(hasAnswered)
  const [isShown, setShown] = useState(false)
  const isOnline = useOnline()
  const hasBought = useHasBought()
  const isDialogOpen = useWatched(!isAnswered, isDialogThere)
  const isTyping = useWatched(!isAnswered && !isShown, isControlFocused)

  // Asked again when a dialog closes: an opened payment counts as an answer for this session.
  const isDue = !(isAnswered || hasAnswered() || isHeld || isDialogOpen || isTyping || !isOnline || hasBought !== false)
  useEffect(() => {
    if (isDue) setShown(true)
  }, [isDue])
  if (!isDue) return null
  const answer = (kept: 'true' | 'seen') => {
    keepAnswer(kept)
    setAnswered(true)
  }
  return <EarlyAccessPopup onJoined={() => answer('true')} onLater={() => answer('seen')} />
}

/** Whether this device holds a contact; `undefined` until that is known. */
function useHasBought(): boolean | undefined {
  const db = usePrivateDb()
  const [hasBought, setHasBought] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    db?.contacts.count().then(
      (count) => isGone || setHasBought(count > 0),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [db])
  return hasBought
}

const isDialogThere = () => document.querySelector('dialog[open]') !== null
const isControlFocused = () => document.activeElement?.matches('input, textarea, select, button, [contenteditable]') ?? false

/** What is found in the page, looked at again whenever elements or the focus change, for as long as it is asked for. */
function useWatched(isAsked: boolean, look: () => boolean): boolean {
  const [seen, setSeen] = useState(look)
  useEffect(() => {
    if (!isAsked) return
    const lookAgain = () => setSeen(look())
    lookAgain()
    const observer = new MutationObserver(lookAgain)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    for (const event of ['focusin', 'focusout']) document.addEventListener(event, lookAgain)
    return () => {
      observer.disconnect()
      for (const event of ['focusin', 'focusout']) document.removeEventListener(event, lookAgain)
    }
  }, [isAsked, look])
  return seen && isAsked
}
