import {
  type ContactEntry,
  type DeleteEntry,
  type EntryBase,
  type EntryId,
  newEntryBase,
  readEntryBase,
  type WriteEntry,
} from '#shared/contacts/entry.ts'
import { isDeletionSeen, mergeEntry, seenTexts } from '#shared/contacts/merge-entry.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { HERE } from '#web/features/contacts/notes/mutations.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'

/** @param now  milliseconds since the Unix epoch */
export const newEntryId = (now: number) => `ent_${uuid7(now)}` as EntryId

/**
 * Adds or changes an entry; resolves once the mutation is stored on this device.
 *
 * @param seen  the entry as its author saw it; undefined for a new one
 */
export const writeEntry = (entry: WriteEntry, seen?: Pick<ContactEntry, 'text' | 'writtenOn'>) =>
  enqueue('entry.write', entry, {
    ...newEntryBase,
    ...(seen && { text: seen.text, writtenOn: seen.writtenOn }),
  } satisfies EntryBase)

/** Deletes an entry that the user sees, or undoes it. */
export const deleteEntry = (seen: ContactEntry, isDeleted: boolean) =>
  enqueue('entry.delete', { id: seen.id, contactId: seen.contactId, isDeleted }, seenTexts(seen))

/** The server's own rule; an entry without a base is shown as if it were applied. */
export const showEntry: ClientMutator<WriteEntry> = async (db, args, madeAt, base) => {
  const stored = await db.entries.get(args.id)
  const seen = readEntryBase(base) ?? { text: stored?.text ?? '', steps: [], writtenOn: null }
  const merged = mergeEntry(stored, { args, base: seen }, { by: HERE, at: madeAt })
  const contactId = stored?.contactId ?? args.contactId
  await db.entries.put({ ...merged, id: args.id, contactId, deletedAt: null, version: OPTIMISTIC })
}

export const showEntryDeletion: ClientMutator<DeleteEntry> = async (db, { id, isDeleted }, madeAt, base) => {
  const stored = await db.entries.get(id)
  if (!stored || (stored.deletedAt !== null) === isDeleted || (isDeleted && !isDeletionSeen(stored, base))) return
  await db.entries.put({ ...stored, deletedAt: isDeleted ? madeAt : null, version: OPTIMISTIC })
}
