import type { ContactNote } from '#shared/contacts/contract.ts'
import { writeNote } from './mutations.ts'
import { TextVersions } from './text-versions.tsx'

/** Conflicting texts that other devices wrote for the same note. */
export function NoteVersions({ note: { id, text, clashes = [] } }: { note: ContactNote }) {
  return (
    <TextVersions
      thing="note"
      text={text}
      clashes={clashes}
      onSettle={(chosen, settles) => void writeNote({ contactId: id, text: chosen, settles }, text)}
    />
  )
}
