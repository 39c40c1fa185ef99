import type { ContactNote } from '#shared/contacts/contract.ts'
import { writeNote } from './mutations.ts'
import { TextVersions } from './text-versions.tsx'

/** Texts that another device wrote where the note says something else. */
export function NoteVersions({ note: { id, text, clashes = [] } }: { note: ContactNote }) {
  return (
    <TextVersions
      thing="note"
      text={text}
      clashes={clashes}
      onSettle={(words, settles) => void writeNote({ contactId: id, text: words, settles }, text)}
    />
  )
}
