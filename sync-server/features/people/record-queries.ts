import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  contactPhotos,
  savedInvestors,
  textWriters,
} from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

/** Two ids of one investor. */
export type Merging = { from: VcId; into: VcId; now: Date }

/** What two contacts cannot both have: the joined ones have one row. */
const ONCE = [contactNotes, contactFollowUps, contactDeals] as const
/** Tables with any number of rows about a contact. */
const MANY = [contactEntries, contactPhotos] as const

type About = (typeof ONCE)[number] | typeof contactIntros
const writersOf = (tables: readonly About[], id: VcId) =>
  sql.join(
    tables.map((table) => sql`select principal_id from ${table} where contact_id = ${id}`),
    sql` union `,
  )

const listWritersOfBoth = async (tx: Queryable, tables: readonly About[], { from, into }: Merging): Promise<PrincipalId[]> => {
  const rows = await tx.execute<{ principal_id: PrincipalId }>(sql`
    (${writersOf(tables, from)}) intersect (${writersOf(tables, into)}) order by principal_id`)
  return rows.map((row) => row.principal_id)
}

/** Users with a note, a follow-up or a deal about each of two investors. */
export const listWritersAboutBoth = (tx: Queryable, merging: Merging) => listWritersOfBoth(tx, ONCE, merging)
/** Users who have rewritten the introduction to each of two investors. */
export const listIntroducedToBoth = (tx: Queryable, merging: Merging) => listWritersOfBoth(tx, [contactIntros], merging)

/** Deletes the rows of a user about an investor that are joined with those about another one. */
export async function deleteJoined(tx: Transaction, principalId: PrincipalId, id: VcId) {
  for (const table of ONCE) await tx.delete(table).where(and(eq(table.principalId, principalId), eq(table.contactId, id)))
}

/** Every row about an investor is about another one from now on. Rows of users with such a row about both are joined before. */
export async function moveRows(tx: Transaction, { from, into, now }: Merging) {
  for (const table of [...ONCE, contactIntros]) await tx.update(table).set({ contactId: into }).where(eq(table.contactId, from))
  for (const table of MANY) await tx.update(table).set({ contactId: into, updatedAt: now }).where(eq(table.contactId, from))
}

/** An investor who was saved under one id is saved under the other one. */
export async function moveSavedRecord(tx: Transaction, { from, into }: Merging) {
  const { principalId, vcId } = savedInvestors
  const known = tx.select({ principalId }).from(savedInvestors).where(eq(vcId, into))
  await tx.delete(savedInvestors).where(and(eq(vcId, from), inArray(principalId, known)))
  await tx.update(savedInvestors).set({ vcId: into }).where(eq(vcId, from))
}

/** A device that wrote a place under one id has written it under the other one. A row counts only for the text with its mark. */
export async function movePlaceWriters(tx: Transaction, { from, into }: Merging) {
  const { principalId, kind, subjectId } = textWriters
  const ofContact = (id: VcId) => and(eq(kind, 'place'), eq(subjectId, id))
  const known = tx.select({ principalId }).from(textWriters).where(ofContact(into))
  await tx.delete(textWriters).where(and(ofContact(from), inArray(principalId, known)))
  await tx.update(textWriters).set({ subjectId: into }).where(ofContact(from))
}
