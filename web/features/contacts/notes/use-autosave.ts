import { useEffect, useRef, useState } from 'react'
import { captureWriter } from '#web/db/tab/databases.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

export type SavedTextState = 'saved' | 'writing' | 'saving' | 'unsaved'

/**
 * Words that save themselves: at each pause, on leaving the field and on leaving the page.
 *
 * @param saved  what the device holds; a change from another device replaces the words only while nothing here is unsaved
 * @param write  is given the words, and the text that the writer saw before them; resolves once the words have reached the
 *   disk: only then is the state 'saved'
 */
export function useSavedText(saved: string, write: (words: string, base: string) => Promise<unknown>) {
  const [text, setText] = useState(saved)
  const [state, setState] = useState<SavedTextState>('saved')
  const pending = useRef<string>(undefined)
  /** What the words on the screen were made from. */
  const base = useRef(saved)
  const latestSaved = useRef(saved)
  latestSaved.current = saved
  const mayBeWritten = useRef<() => boolean>(() => true)
  const latestWrite = useRef(write)
  latestWrite.current = write

  const adopt = useRef((text: string) => {
    base.current = text
    setText(text)
  })

  useEffect(() => {
    if (pending.current === undefined) adopt.current(saved)
  }, [saved])

  const save = useRef(async () => {
    const words = pending.current
    if (words === undefined || !mayBeWritten.current()) return
    setState('saving')
    const before = base.current
    const savedBefore = latestSaved.current
    // The next write goes on from these words, whether or not this one has ended by then.
    base.current = words
    await latestWrite.current(words, before).then(
      () => {
        if (pending.current !== words) return
        pending.current = undefined
        setState('saved')
        // Another device's words came in during the write, and were merged with these.
        if (latestSaved.current !== savedBefore) adopt.current(latestSaved.current)
      },
      () => {
        base.current = before
        setState('unsaved')
      },
    )
  })

  useEffect(() => {
    if (state !== 'writing') return
    const timer = setTimeout(() => void save.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  })

  // A page that is hidden may never come back: a phone ends it without asking.
  useEffect(() => {
    const now = () => void save.current()
    document.addEventListener('visibilitychange', now)
    window.addEventListener('pagehide', now)
    return () => {
      document.removeEventListener('visibilitychange', now)
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  const type = (words: string) => {
    if (pending.current === undefined) mayBeWritten.current = captureWriter()
    pending.current = words
    setText(words)
    setState('writing')
  }
  return { text, state, type, saveNow: () => void save.current() }
}
