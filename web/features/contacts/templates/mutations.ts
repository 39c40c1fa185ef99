import { type NoteBase, readNoteBase } from '#shared/contacts/contract.ts'
import { mergeNote } from '#shared/contacts/merge-note.ts'
import type { TemplateId, WriteTemplate } from '#shared/templates/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { HERE } from '#web/features/contacts/notes/mutations.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'

/** @param now  milliseconds since the Unix epoch */
export const newTemplateId = (now: number) => `tpl_${uuid7(now)}` as TemplateId

/** Changes a template; resolves once the mutation is stored on this device. @param base  the text that its author saw before */
export const writeTemplate = (template: WriteTemplate, base: string) =>
  enqueue('template.write', template, { text: base, steps: [] } satisfies NoteBase)

/** The server's merge rule, so that the optimistic result equals the final one. */
export const showTemplate: ClientMutator<WriteTemplate> = async (db, { id, text, settles }, madeAt, base) => {
  const current = await db.templates.get(id)
  const stored = { text: current?.text ?? '', writtenBy: current?.writtenBy ?? null, clashes: current?.clashes ?? [] }
  const merged = mergeNote(stored, { text, base: readNoteBase(base), settles }, { by: HERE, at: madeAt })
  if (merged.text === '' && merged.clashes.length === 0) await db.templates.delete(id)
  else await db.templates.put({ id, ...merged, updatedAt: madeAt, version: OPTIMISTIC })
}
