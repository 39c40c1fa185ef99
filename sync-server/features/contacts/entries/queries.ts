import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contactEntries } from '#drizzle/schema/index.ts'
import { areSame } from '#server/are-same.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { type EntryId, MAX_ENTRIES, MAX_ENTRIES_OF_CONTACT } from '#shared/contacts/entry.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

export type EntryRow = typeof contactEntries.$inferSelect

const isEntry = (principalId: PrincipalId, id: EntryId) =>
  and(eq(contactEntries.principalId, principalId), eq(contactEntries.id, id))

/** With the deleted ones: a device can undo the deletion. */
export const listEntries = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(contactEntries).where(eq(contactEntries.principalId, principalId)).orderBy(asc(contactEntries.id)),
)

/** An entry, locked until the transaction ends, even when the row does not exist yet. */
export async function lockEntry(tx: Queryable, principalId: PrincipalId, id: EntryId): Promise<EntryRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entry:${principalId}:${id}`}, 0))`)
  const [row] = await tx.select().from(contactEntries).where(isEntry(principalId, id)).for('update')
  return row
}

/** Whether one more entry exceeds a limit. Deleting some makes room; of all that are stored, the deleted ones included, there are at most twice as many. */
export async function isFull(db: Queryable, principalId: PrincipalId, contactId: VcId): Promise<boolean> {
  const isKept = sql`${contactEntries.deletedAt} is null`
  const isOfContact = eq(contactEntries.contactId, contactId)
  const [found] = await db
    .select({
      kept: sql<number>`(count(*) filter (where ${isKept}))::int`,
      all: sql<number>`count(*)::int`,
      keptOfContact: sql<number>`(count(*) filter (where ${isKept} and ${isOfContact}))::int`,
      allOfContact: sql<number>`(count(*) filter (where ${isOfContact}))::int`,
    })
    .from(contactEntries)
    .where(eq(contactEntries.principalId, principalId))
  const { kept = 0, all = 0, keptOfContact = 0, allOfContact = 0 } = found ?? {}
  return (
    kept >= MAX_ENTRIES ||
    all >= 2 * MAX_ENTRIES ||
    keptOfContact >= MAX_ENTRIES_OF_CONTACT ||
    allOfContact >= 2 * MAX_ENTRIES_OF_CONTACT
  )
}

type NewEntry = typeof contactEntries.$inferInsert

/**
 * Writes an entry. Its conflict versions may be 256 KB: when unchanged, they are not written again.
 *
 * @param before  the stored row, locked; undefined for a new entry
 */
export async function storeEntry(db: Queryable, { before, after }: { before: EntryRow | undefined; after: NewEntry }) {
  if (!before) return void (await db.insert(contactEntries).values(after))
  const { principalId, id, clashes, ...content } = after
  const set = { ...content, ...(!(clashes && areSame(clashes, before.clashes)) && { clashes }) }
  await db.update(contactEntries).set(set).where(isEntry(principalId, id))
}

export async function markDeleted(db: Queryable, { principalId, id }: EntryRow, deletedAt: Date | null, updatedAt: Date) {
  await db.update(contactEntries).set({ deletedAt, updatedAt }).where(isEntry(principalId, id))
}

/** Changes the contact of the entries about one contact, the deleted ones included. */
export async function setContact(
  db: Queryable,
  principalId: PrincipalId,
  { from, into }: { from: VcId; into: VcId },
  updatedAt: Date,
) {
  const isOfContact = and(eq(contactEntries.principalId, principalId), eq(contactEntries.contactId, from))
  await db.update(contactEntries).set({ contactId: into, updatedAt }).where(isOfContact)
}

/** Deletes the entries that were deleted before. */
export const purge = (db: Database, before: Date) => deleteInBatches(db, contactEntries, lt(contactEntries.deletedAt, before))

const guest = alias(contactEntries, 'guest')
const own = alias(contactEntries, 'own')
const contentOf = ({ id, contactId, text, writtenOn, clashes }: typeof guest | typeof own) =>
  sql`${id}, ${contactId}, ${text}, ${writtenOn}, ${clashes}`

/**
 * Transfers a guest's entries to the account. Where the account has the same id with another content, both entries are kept, the
 * guest's under a new id.
 */
export async function moveEntries(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    delete from contact_entries guest using contact_entries own
    where guest.principal_id = ${from} and own.principal_id = ${to}
      and (${contentOf(guest)}) is not distinct from (${contentOf(own)})`)
  await db.execute(sql`
    update contact_entries set id = 'ent_' || gen_random_uuid()
    where principal_id = ${from} and id in (select id from contact_entries where principal_id = ${to})`)
  await db.update(contactEntries).set({ principalId: to }).where(eq(contactEntries.principalId, from))
}
