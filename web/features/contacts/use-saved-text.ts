import { useEffect, useRef, useState } from 'react'
import { writerNow } from '#web/db/current.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

export type SavedTextState = 'saved' | 'writing' | 'saving' | 'unsaved'

/**
 * Words that save themselves: at each pause, on leaving the field and on leaving the page.
 *
 * @param saved  what the device holds; a change from another device replaces the words only while nothing here is unsaved
 * @param write  resolves once the words have reached the disk: only then is the state 'saved'
 */
export function useSavedText(saved: string, write: (words: string) => Promise<unknown>) {
  const [text, setText] = useState(saved)
  const [state, setState] = useState<SavedTextState>('saved')
  const pending = useRef<string>(undefined)
  const mayBeWritten = useRef<() => boolean>(() => true)
  const latestWrite = useRef(write)
  latestWrite.current = write

  useEffect(() => {
    if (pending.current === undefined) setText(saved)
  }, [saved])

  const save = useRef(async () => {
    const words = pending.current
    if (words === undefined || !mayBeWritten.current()) return
    setState('saving')
    await latestWrite.current(words).then(
      () => {
        if (pending.current !== words) return
        pending.current = undefined
        setState('saved')
      },
      () => setState('unsaved'),
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
    if (pending.current === undefined) mayBeWritten.current = writerNow()
    pending.current = words
    setText(words)
    setState('writing')
  }
  return { text, state, type, saveNow: () => void save.current() }
}
