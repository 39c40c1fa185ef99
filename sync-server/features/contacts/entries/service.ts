import type { Database, Transaction } from '#server/database/client.ts'
import type { HoldsContact } from '#server/features/contacts/service.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { AddWork } from '#server/sync/push/push-work.ts'
import type { ContactEntry, DeleteEntry, WriteEntry } from '#shared/contacts/entry.ts'
import { isDeletionSeen, mergeEntry } from '#shared/contacts/merge-entry.ts'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { mergeBudget, spentOf } from '#shared/sync/merge-text.ts'
import { charactersOf, isTooMuch } from '#shared/sync/three-way-merge.ts'
import { type EntryRow, isFull, listEntries, lockEntry, markDeleted, purge, storeEntry } from './queries.ts'

export const entrySource: PrivateSource<ContactEntry> = async (tx, principalId) =>
  (await listEntries(tx, principalId)).map(presentEntry)

export const presentEntry = ({ id, contactId, text, writtenOn, writtenBy, clashes, deletedAt }: EntryRow): ContactEntry => ({
  ...{ id, contactId, text, writtenBy, clashes },
  writtenOn: writtenOn.toISOString(),
  deletedAt: deletedAt?.toISOString() ?? null,
})

type Writing = { tx: Transaction; principalId: PrincipalId; clientId: ClientId; addWork: AddWork; now: Date }

/**
 * Adds or changes an entry; one that another device has deleted is restored. An entry stays with its contact.
 *
 * @throws Problem `contacts.not-held`, `contacts.too-many-entries`, `sync.too-many-versions`
 */
export async function writeEntry(
  { tx, principalId, clientId, addWork, now }: Writing,
  { args, base }: { args: WriteEntry; base: unknown },
  holdsContact: HoldsContact,
) {
  const before = await lockEntry(tx, principalId, args.id)
  const contactId = before?.contactId ?? args.contactId
  const versions = before?.clashes.map(({ text }) => text) ?? []
  addWork({ characters: charactersOf([before?.text ?? '', ...versions]) })
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  if (!before && (await isFull(tx, principalId, contactId))) throw new Problem('contacts.too-many-entries')
  const stored = before && { ...before, writtenOn: before.writtenOn.toISOString() }
  // Postgres stores no NUL; the rest of the text must not be lost because of one.
  const edit = { args: { ...args, text: args.text.replaceAll('\0', '') }, base }
  const budget = mergeBudget()
  const { writtenOn, ...merged } = mergeEntry(stored, edit, { by: clientId, at: now.toISOString() }, budget)
  addWork({ steps: spentOf(budget) })
  const clashes = merged.clashes.map(({ text }) => text)
  if (isTooMuch(versions, clashes)) throw new Problem('sync.too-many-versions')
  const { text, writtenBy } = merged
  const content = { text, writtenBy, clashes: merged.clashes, writtenOn: new Date(writtenOn), deletedAt: null, updatedAt: now }
  await storeEntry(tx, { before, after: { principalId, id: args.id, contactId, ...content } })
}

/** Adds an entry that the server has written, in place of what two joined contacts cannot both have. No limit applies. */
export async function addJoinedEntry(tx: Transaction, { now, ...entry }: JoinedEntry) {
  const isStored = (await lockEntry(tx, entry.principalId, entry.id)) !== undefined
  if (!isStored) await storeEntry(tx, { before: undefined, after: { ...entry, writtenOn: now, writtenBy: null, updatedAt: now } })
}
type JoinedEntry = Pick<EntryRow, 'principalId' | 'id' | 'contactId' | 'text'> & { now: Date }

/** Of a deletion and an edit that the user had not seen, the edit wins. An entry that does not exist any more is deleted already. */
export async function deleteEntry({ tx, principalId, now }: Writing, { id, isDeleted }: DeleteEntry, base: unknown) {
  const stored = await lockEntry(tx, principalId, id)
  if (!stored || (stored.deletedAt !== null) === isDeleted) return
  if (isDeleted && !isDeletionSeen(stored, base)) return
  await markDeleted(tx, stored, isDeleted ? now : null, now)
}

/** Deletes the entries that users deleted before this instant. */
export const purgeEntries = (db: Database, before: Date) => purge(db, before)
