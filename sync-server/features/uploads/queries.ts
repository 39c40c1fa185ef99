import { and, eq, inArray, like, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import { directoryInvestors, projectDrafts, projects, uploads, users, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import { PICTURE_ID_IN_TEXT } from '#shared/uploads/address.ts'

export const countUploads = (db: Queryable, userId: UserId) => db.$count(uploads, eq(uploads.userId, userId))

/** Serialises concurrent uploads of one account. */
export async function lockUploader(tx: Transaction, userId: UserId) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function insertUpload(db: Queryable, upload: typeof uploads.$inferInsert) {
  await db.insert(uploads).values(upload)
}

export async function hasUpload(db: Queryable, id: string): Promise<boolean> {
  return (await db.$count(uploads, eq(uploads.id, id))) > 0
}

/** @returns the ids of deleted pictures */
export async function deleteUploadsOf(db: Queryable, userId: UserId, keptIds: readonly string[]): Promise<string[]> {
  const isGone = and(eq(uploads.userId, userId), notInArray(uploads.id, [...keptIds]))
  const gone = await db.delete(uploads).where(isGone).returning({ id: uploads.id })
  return gone.map(({ id }) => id)
}

export async function deleteUpload(db: Queryable, id: string) {
  await db.delete(uploads).where(eq(uploads.id, id))
}

/** Refreshes `lastReferencedAt` of each picture that a record references, unless it was refreshed within the last hours. */
export async function refreshReferences(db: Queryable, hours: number) {
  await db
    .update(uploads)
    .set({ lastReferencedAt: sql`now()` })
    .where(sql`${lt(uploads.lastReferencedAt, sql`now() - make_interval(hours => ${hours})`)} and ${isReferenced(db)}`)
}

/**
 * Deletes pictures that no record has referenced for this many days, oldest first.
 *
 * @returns the ids of deleted pictures, at most `most`
 */
export async function deleteUnreferenced(tx: Transaction, days: number, most: number): Promise<string[]> {
  const unreferenced = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(sql`${lt(uploads.lastReferencedAt, sql`now() - make_interval(days => ${days})`)} and not ${isReferenced(tx)}`)
    .orderBy(uploads.lastReferencedAt)
    .limit(most)
    .for('update', { skipLocked: true })
  const gone = await tx.delete(uploads).where(inArray(uploads.id, unreferenced)).returning({ id: uploads.id })
  return gone.map(({ id }) => id)
}

const isReferenced = (db: Queryable): SQL => sql`(${inArray(uploads.id, referencedIds(db))})`

/**
 * The ids of all pictures that a record references, in any state: portraits, listings and applications, projects, drafts with
 * their conflict versions, and records of the external listing. A record may also reference its picture by the full URL.
 */
function referencedIds(db: Queryable) {
  const inColumn = (column: PgColumn) =>
    db
      .select({ id: sql<string>`substring(${column} from ${PICTURE_ID_IN_TEXT})` })
      .from(column.table)
      .where(like(column, '%/uploads/%'))
  const draft = sql`concat(${projectDrafts.values}, ${projectDrafts.clashes})`
  const inDrafts = db
    .select({ id: sql<string>`(regexp_matches(${draft}, ${PICTURE_ID_IN_TEXT}, 'g'))[1]` })
    .from(projectDrafts)
    .where(like(draft, '%/uploads/%'))
  return unionAll(
    inColumn(users.profileImageUrl),
    inColumn(vcs.logoUrl),
    inColumn(projects.logoUrl),
    inColumn(directoryInvestors.imageUrl),
    inDrafts,
  )
}
