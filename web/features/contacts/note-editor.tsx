import { useEffect, useRef, useState } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { TextArea } from '#web/ui/field.tsx'
import { writeNote } from './mutations.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

type Props = { id: VcId; saved: string }
type State = 'saved' | 'writing' | 'saving' | 'unsaved'

const said: Record<State, string> = {
  saved: 'Saved on this device',
  writing: 'Not saved yet…',
  saving: 'Saving…',
  unsaved: 'This device could not store the note. Your words are still here; copy them if this goes on.',
}

/**
 * One's own words on a contact, saved at each pause, on leaving the field and on leaving the page.
 *
 * `saved` is what the device held when the editor opened; later changes from another device
 * replace it only while nothing here is unsaved. "Saved" is said once the write has reached the disk.
 */
export function NoteEditor({ id, saved }: Props) {
  const [text, setText] = useState(saved)
  const [state, setState] = useState<State>('saved')
  const pending = useRef<string>(undefined)

  useEffect(() => {
    if (pending.current === undefined) setText(saved)
  }, [saved])

  const save = useRef(async () => {
    const words = pending.current
    if (words === undefined) return
    setState('saving')
    await writeNote({ contactId: id, text: words }).then(
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

  return (
    <div>
      <TextArea
        label="Your note"
        rows={5}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="What you talked about, what you promised, when to write again. Only you can read it."
        value={text}
        onChange={(event) => {
          pending.current = event.target.value
          setText(event.target.value)
          setState('writing')
        }}
        onBlur={() => void save.current()}
      />
      <p role="status" className={`mt-1.5 min-h-5 text-sm ${state === 'unsaved' ? 'text-red' : 'text-soft'}`}>
        {text === '' && state === 'saved' ? '' : said[state]}
      </p>
    </div>
  )
}
