import { useEffect, useRef, useState } from 'react'
import { useAutosave } from './use-autosave.ts'

/**
 * One text of a synced document that saves itself.
 *
 * @param saved  the stored text; a change from another device replaces the typed text only while nothing here is unsaved
 * @param write  receives the text, and the base text that the author saw before; resolves once the text is stored: only then is
 *   the phase 'saved'. Resolves with false for a text that cannot be stored: it stays in the field.
 * @param storedForm  what is stored of a text. Until the field is left, a stored text does not replace a typed one of the same
 *   form: the user may be in the middle of a line.
 * @returns `events`, the props of the field that tell when an input method writes, and when the field is left
 */
export function useSavedText(
  saved: string,
  write: (text: string, base: string) => Promise<unknown>,
  storedForm: (text: string) => unknown = (text) => text,
) {
  const [text, setText] = useState(saved)
  const pending = useRef<string>(undefined)
  /** The base of the text on the screen. */
  const base = useRef(saved)
  const shown = useRef(saved)
  const latestSaved = useRef(saved)
  latestSaved.current = saved
  /** The stored text that was last compared with the one on the screen. */
  const compared = useRef(saved)
  /** Typed since the field was last left. */
  const isEditing = useRef(false)
  /** An input method or a dictation is writing: a text that is replaced below it loses what it writes. */
  const isComposing = useRef(false)

  const show = (content: string) => {
    shown.current = content
    setText(content)
  }
  const showSaved = () => {
    if (pending.current !== undefined || isComposing.current) return
    const [next, isNew] = [latestSaved.current, latestSaved.current !== compared.current]
    compared.current = next
    const hasItsForm = (content: string) => storedForm(content) === storedForm(next)
    const isOwn = hasItsForm(base.current)
    if (isOwn && (isEditing.current || !hasItsForm(shown.current))) return
    if (!isOwn && !isNew) return
    base.current = next
    show(next)
  }
  useEffect(showSaved, [saved])

  const store = async () => {
    const content = pending.current
    if (content === undefined) return true
    compared.current = latestSaved.current
    if ((await write(content, base.current)) !== false) base.current = content
    if (pending.current !== content) return false
    pending.current = undefined
    // Text from another device may have arrived during the write, and was merged with this one.
    showSaved()
    return true
  }
  const { phase, noteChange, save } = useAutosave(store)

  const type = (content: string) => {
    pending.current = content
    isEditing.current = true
    show(content)
    noteChange()
  }
  const events = {
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      isComposing.current = false
      showSaved()
    },
    onBlur: () => {
      isEditing.current = false
      void save()
      showSaved()
    },
  }
  return { text, phase, type, save: () => void save(), events }
}
