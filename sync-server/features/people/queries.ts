import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  contactPhotos,
  people,
  textWriters,
} from '#drizzle/schema/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MAX_PEOPLE, type PersonFields, type PersonId, personFields } from '#shared/people/contract.ts'
import type { WrittenAbout } from '#shared/people/deletion.ts'

export type PersonRow = typeof people.$inferSelect

const isPerson = (principalId: PrincipalId, id: PersonId) => and(eq(people.principalId, principalId), eq(people.id, id))

/** With the deleted ones: a device can undo the deletion. */
export const listPeople = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(people).where(eq(people.principalId, principalId)).orderBy(asc(people.id)),
)

/** A person that is not deleted. */
export async function findPerson(db: Queryable, principalId: PrincipalId, id: PersonId): Promise<PersonRow | undefined> {
  const [row] = await db
    .select()
    .from(people)
    .where(and(isPerson(principalId, id), isNull(people.deletedAt)))
  return row
}

/** Whether a principal has added this person. A deleted one counts: what another device writes about it is kept with it. */
export async function hasPerson(db: Queryable, principalId: PrincipalId, id: PersonId): Promise<boolean> {
  return (await db.select({ id: people.id }).from(people).where(isPerson(principalId, id))).length > 0
}

/** A person, locked until the transaction ends, even when the row does not exist yet. */
export async function lockPerson(tx: Queryable, principalId: PrincipalId, id: PersonId): Promise<PersonRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`person:${principalId}:${id}`}, 0))`)
  const [row] = await tx.select().from(people).where(isPerson(principalId, id)).for('update')
  return row
}

/**
 * Locks the person: a deletion waits until what is written about the person is stored, or has happened before.
 *
 * @returns whether the person exists; one that is deleted is restored
 */
export async function restorePerson(tx: Queryable, principalId: PrincipalId, id: PersonId): Promise<boolean> {
  const stored = await lockPerson(tx, principalId, id)
  if (stored && stored.deletedAt !== null)
    await tx.update(people).set({ deletedAt: null, updatedAt: sql`now()` }).where(isPerson(principalId, id))
  return stored !== undefined
}

/** All that a principal has written about a person. */
export async function readWrittenAbout(tx: Queryable, principalId: PrincipalId, person: PersonRow): Promise<WrittenAbout> {
  const isAbout = (table: About) => and(eq(table.principalId, principalId), eq(table.contactId, person.id))
  return {
    person,
    notes: await tx.select().from(contactNotes).where(isAbout(contactNotes)),
    entries: await tx.select().from(contactEntries).where(isAbout(contactEntries)),
    followUps: await tx.select().from(contactFollowUps).where(isAbout(contactFollowUps)),
    deals: await tx.select().from(contactDeals).where(isAbout(contactDeals)),
    photos: await tx.select().from(contactPhotos).where(isAbout(contactPhotos)),
  }
}

/** Whether one more person exceeds the limit. Deleting some makes room; with the deleted ones there are at most twice as many. */
export async function isFull(db: Queryable, principalId: PrincipalId): Promise<boolean> {
  const isOwn = eq(people.principalId, principalId)
  const all = await db.$count(people, isOwn)
  return (
    all >= MAX_PEOPLE && (all >= 2 * MAX_PEOPLE || (await db.$count(people, and(isOwn, isNull(people.deletedAt)))) >= MAX_PEOPLE)
  )
}

export async function insertPerson(db: Queryable, row: typeof people.$inferInsert) {
  await db.insert(people).values(row)
}

type PersonChange = Partial<PersonFields> & { deletedAt?: Date | null; updatedAt: Date }

export async function updatePerson(db: Queryable, principalId: PrincipalId, id: PersonId, change: PersonChange) {
  await db.update(people).set(change).where(isPerson(principalId, id))
}

type Moving = { principalId: PrincipalId; from: PersonId; into: VcId; now: Date }

/** Entries and photos about a person are about another contact from now on; the limits of one contact do not apply. */
export async function moveAbout(tx: Queryable, { principalId, from, into, now }: Moving) {
  for (const table of [contactEntries, contactPhotos]) {
    const isAbout = and(eq(table.principalId, principalId), eq(table.contactId, from))
    await tx.update(table).set({ contactId: into, updatedAt: now }).where(isAbout)
  }
}

/** The tables with rows about a contact; photos have files as well. */
const ABOUT = [contactNotes, contactIntros, contactFollowUps, contactDeals, contactEntries] as const
type About = (typeof ABOUT)[number] | typeof contactPhotos

const BATCH_SIZE = 500

type EraseAbout = (tx: Transaction, principalId: PrincipalId, id: PersonId) => Promise<void>

/**
 * Deletes the people that were deleted before, with the notes, entries, introductions, follow-ups and deals about them.
 *
 * @param eraseMore  deletes what else is about a person, in the same transaction
 */
export async function purgePeople(db: Database, before: Date, eraseMore: EraseAbout) {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const gone = await tx
        .select({ principalId: people.principalId, id: people.id })
        .from(people)
        .where(lt(people.deletedAt, before))
        .limit(BATCH_SIZE)
        .for('update', { skipLocked: true })
      for (const { principalId, id } of gone) {
        for (const table of ABOUT) {
          await tx.delete(table).where(and(eq(table.principalId, principalId), eq(table.contactId, id)))
        }
        await eraseMore(tx, principalId, id)
        await tx.delete(textWriters).where(and(eq(textWriters.principalId, principalId), eq(textWriters.subjectId, id)))
        await tx.delete(people).where(isPerson(principalId, id))
      }
      return gone.length
    })
    if (count < BATCH_SIZE) return
  }
}

const guest = alias(people, 'guest')
const own = alias(people, 'own')
/** The content of a row, for a comparison in which two missing values are equal. */
const contentOf = (row: typeof guest | typeof own) =>
  sql.join(
    (['id', ...personFields] as const).map((field) => sql`${row[field]}`),
    sql`, `,
  )

/**
 * Transfers a guest's people to the account. Where the account has the same id with another content, both people are kept, the
 * guest's under a new id, which all that the guest has about the person follows. Where the content is the same, they are one
 * person, who is deleted only if both are. It runs before what is about people is transferred.
 */
export async function movePeople(db: Queryable, from: PrincipalId, to: PrincipalId) {
  const isSame = sql`guest.principal_id = ${from} and own.principal_id = ${to}
    and (${contentOf(guest)}) is not distinct from (${contentOf(own)})`
  await db.execute(sql`
    update people own set deleted_at = null, updated_at = now() from people guest
    where ${isSame} and own.deleted_at is not null and guest.deleted_at is null`)
  await db.execute(sql`delete from people guest using people own where ${isSame}`)
  const known = db.select({ id: people.id }).from(people).where(eq(people.principalId, to))
  const clashing = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.principalId, from), inArray(people.id, known)))
  for (const { id } of clashing) await renamePerson(db, from, id, `psn_${crypto.randomUUID()}` as PersonId)
  await db.update(people).set({ principalId: to }).where(eq(people.principalId, from))
}

/** Gives a person another id, in every row that names the person. */
async function renamePerson(db: Queryable, principalId: PrincipalId, before: PersonId, id: PersonId) {
  await db.update(people).set({ id }).where(isPerson(principalId, before))
  for (const table of [...ABOUT, contactPhotos])
    await db
      .update(table)
      .set({ contactId: id })
      .where(and(eq(table.principalId, principalId), eq(table.contactId, before)))
  await db
    .update(textWriters)
    .set({ subjectId: id })
    .where(and(eq(textWriters.principalId, principalId), eq(textWriters.subjectId, before)))
}
