import { useEffect, useRef, useState } from 'react'
import { captureWriter } from '#web/db/tab/databases.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

export type SavedTextState = 'saved' | 'writing' | 'saving' | 'unsaved'

/**
 * A text that saves itself: at each pause, on blur and on leaving the page.
 *
 * @param saved  the stored text; a change from another device replaces the typed text only while nothing here is unsaved
 * @param write  receives the text, and the base text that the author saw before; resolves once the text is stored: only then is
 *   the state 'saved'
 */
export function useSavedText(saved: string, write: (text: string, base: string) => Promise<unknown>) {
  const [text, setText] = useState(saved)
  const [state, setState] = useState<SavedTextState>('saved')
  const pending = useRef<string>(undefined)
  /** The base of the text on the screen. */
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
    const content = pending.current
    if (content === undefined || !mayBeWritten.current()) return
    setState('saving')
    const before = base.current
    const savedBefore = latestSaved.current
    // The next write is based on this text, whether or not this write has completed.
    base.current = content
    await latestWrite.current(content, before).then(
      () => {
        if (pending.current !== content) return
        pending.current = undefined
        setState('saved')
        // Text from another device arrived during the write, and was merged with this one.
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

  // A hidden page may be terminated without another event, in particular on a phone.
  useEffect(() => {
    const flush = () => void save.current()
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const type = (content: string) => {
    if (pending.current === undefined) mayBeWritten.current = captureWriter()
    pending.current = content
    setText(content)
    setState('writing')
  }
  return { text, state, type, saveNow: () => void save.current() }
}
