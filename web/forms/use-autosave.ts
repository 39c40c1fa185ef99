import { useCallback, useEffect, useRef, useState } from 'react'
import { captureWriter } from '#web/db/tab/databases.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

/** `saved`: everything is stored. `unsaved`: the device could not store it. */
export type SavePhase = 'saved' | 'writing' | 'saving' | 'unsaved'

/**
 * When a form that edits a synced document saves: at each pause in writing, on leaving the page, and when the form calls `save`
 * (on blur, before a request). The form keeps its values and knows what of them is unsaved; this hook knows nothing of them.
 *
 * Each save is a mutation in the outbox, which is why a keystroke alone saves nothing. A draft that only this device reads is
 * stored at each keystroke instead: `useLocalDraft`.
 *
 * @param store  stores what the form shows now, and resolves to whether that is still all; rejects when the device could not
 *   store it. `isFinished`: the user has asked to apply the changes, which is stored even if nothing has changed.
 * @returns `noteChange`, which the form calls at each change, and `save`, which resolves to whether everything is stored
 */
export function useAutosave(store: (isFinished: boolean) => Promise<boolean>) {
  const [phase, setPhase] = useState<SavePhase>('saved')
  const [changeCount, setChangeCount] = useState(0)
  const hasChanges = useRef(false)
  /** Whether the author of the changes is still the principal of this device. */
  const mayBeStored = useRef<() => boolean>(() => true)
  const running = useRef<Promise<boolean>>(undefined)
  const latestStore = useRef(store)
  latestStore.current = store

  const noteChange = useCallback(() => {
    if (!hasChanges.current) mayBeStored.current = captureWriter()
    hasChanges.current = true
    setPhase('writing')
    setChangeCount((count) => count + 1)
  }, [])

  const run = useCallback(async (isFinished: boolean): Promise<boolean> => {
    if (!hasChanges.current && !isFinished) return true
    if (!mayBeStored.current()) return false
    setPhase('saving')
    try {
      const isAllStored = await latestStore.current(isFinished)
      hasChanges.current = !isAllStored
      setPhase(isAllStored ? 'saved' : 'writing')
      return isAllStored
    } catch {
      setPhase('unsaved')
      return false
    }
  }, [])

  /** Saves run one after the other: the base of a later save is what an earlier one has stored. */
  const save = useCallback(
    (isFinished = false): Promise<boolean> => {
      const next = running.current ? running.current.then(() => run(isFinished)) : run(isFinished)
      running.current = next
      void next.then(() => {
        if (running.current === next) running.current = undefined
      })
      return next
    },
    [run],
  )

  // Restarted with every change: the pause is counted from the last one.
  useEffect(() => {
    if (phase !== 'writing') return
    const timer = setTimeout(() => void save(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [phase, changeCount, save])

  // A hidden page may be terminated without another event, in particular on a phone.
  useEffect(() => {
    const saveNow = () => void save()
    document.addEventListener('visibilitychange', saveNow)
    window.addEventListener('pagehide', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', saveNow)
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [save])

  return { phase, noteChange, save }
}
