import { useEffect, useRef, useState } from 'react'
import { useAutosave } from './use-autosave.ts'

/**
 * One text of a synced document that saves itself.
 *
 * @param saved  the stored text; a change from another device replaces the typed text only while nothing here is unsaved
 * @param write  receives the text, and the base text that the author saw before; resolves once the text is stored: only then is
 *   the phase 'saved'
 * @returns `composition`, the props of the field that tell when an input method writes
 */
export function useSavedText(saved: string, write: (text: string, base: string) => Promise<unknown>) {
  const [text, setText] = useState(saved)
  const pending = useRef<string>(undefined)
  /** The base of the text on the screen. */
  const base = useRef(saved)
  const latestSaved = useRef(saved)
  latestSaved.current = saved

  /** An input method or a dictation is writing: a text that is replaced below it loses what it writes. */
  const isComposing = useRef(false)
  const composition = {
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      isComposing.current = false
      if (pending.current === undefined) adopt.current(latestSaved.current)
    },
  }

  const adopt = useRef((text: string) => {
    base.current = text
    setText(text)
  })

  useEffect(() => {
    if (pending.current === undefined && !isComposing.current) adopt.current(saved)
  }, [saved])

  const store = async () => {
    const content = pending.current
    if (content === undefined) return true
    const savedBefore = latestSaved.current
    await write(content, base.current)
    base.current = content
    if (pending.current !== content) return false
    pending.current = undefined
    // Text from another device arrived during the write, and was merged with this one.
    if (latestSaved.current !== savedBefore && !isComposing.current) adopt.current(latestSaved.current)
    return true
  }
  const { phase, noteChange, save } = useAutosave(store)

  const type = (content: string) => {
    pending.current = content
    setText(content)
    noteChange()
  }
  return { text, phase, type, save: () => void save(), composition }
}
