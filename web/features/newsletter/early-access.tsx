import { useEffect, useState } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useSwitchedOff } from '#web/net/tab/switches.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { hasAnswered, keepAnswer } from './early-access-flag.ts'
import { EarlyAccessPopup } from './early-access-popup.tsx'

/**
 * The popup, when it is due. It waits while `isDeferred` is set, a dialog is open, there is no network, a control has the keyboard
 * focus, or the newsletter is off. After a purchase on this device it does not open.
 */
export function EarlyAccess({ isDeferred }: { isDeferred: boolean }) {
  const [isAnswered, setAnswered] = useState(hasAnswered)
  const [isShown, setShown] = useState(false)
  const isOnline = useOnline()
  const isOff = useSwitchedOff('newsletter') !== undefined
  const hasBought = useHasBought()
  const isDialogOpen = useWatched(!isAnswered, isAnyDialogOpen)
  const isTyping = useWatched(!isAnswered && !isShown, isControlFocused)

  // Read again when a dialog closes: an opened payment counts as an answer for this session.
  const isDue = !(
    isAnswered ||
    hasAnswered() ||
    isDeferred ||
    isDialogOpen ||
    isTyping ||
    !isOnline ||
    isOff ||
    hasBought !== false
  )
  useEffect(() => {
    if (isDue) setShown(true)
  }, [isDue])
  if (!isDue) return null
  const answer = (value: 'true' | 'seen') => {
    keepAnswer(value)
    setAnswered(true)
  }
  return <EarlyAccessPopup onJoined={() => answer('true')} onLater={() => answer('seen')} />
}

/** Whether this device stores a contact; `undefined` until that is known. */
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

const isAnyDialogOpen = () => document.querySelector('dialog[open]') !== null
const isControlFocused = () => document.activeElement?.matches('input, textarea, select, button, [contenteditable]') ?? false

/** A predicate of the document, evaluated again whenever elements or the focus change, while `isActive` is set. */
function useWatched(isActive: boolean, predicate: () => boolean): boolean {
  const [result, setResult] = useState(predicate)
  useEffect(() => {
    if (!isActive) return
    const evaluate = () => setResult(predicate())
    evaluate()
    const observer = new MutationObserver(evaluate)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    for (const event of ['focusin', 'focusout']) document.addEventListener(event, evaluate)
    return () => {
      observer.disconnect()
      for (const event of ['focusin', 'focusout']) document.removeEventListener(event, evaluate)
    }
  }, [isActive, predicate])
  return result && isActive
}
