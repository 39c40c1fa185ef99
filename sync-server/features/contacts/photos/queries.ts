import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { contactPhotos } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { PhotoId } from '#shared/photos/contract.ts'

export type PhotoRow = typeof contactPhotos.$inferSelect

const isPhoto = (principalId: PrincipalId, id: PhotoId) =>
  and(eq(contactPhotos.principalId, principalId), eq(contactPhotos.id, id))

/** With the deleted ones: a device can undo the deletion. Without those that were deleted before they arrived. */
export const listPhotos = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select()
    .from(contactPhotos)
    .where(and(eq(contactPhotos.principalId, principalId), isNotNull(contactPhotos.file)))
    .orderBy(asc(contactPhotos.id)),
)

export async function findPhoto(db: Queryable, principalId: PrincipalId, id: PhotoId): Promise<PhotoRow | undefined> {
  const [row] = await db.select().from(contactPhotos).where(isPhoto(principalId, id))
  return row
}

/** A photo, locked until the transaction ends, even when the row does not exist yet. */
export async function lockPhoto(tx: Queryable, principalId: PrincipalId, id: PhotoId): Promise<PhotoRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`photo:${principalId}:${id}`}, 0))`)
  const [row] = await tx.select().from(contactPhotos).where(isPhoto(principalId, id)).for('update')
  return row
}

/** Serialises concurrent uploads of one principal, so that none of them exceeds the limit. */
export async function lockPhotosOf(tx: Queryable, principalId: PrincipalId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${principalId}`}, 0))`)
}

/** The deleted ones count: their files are kept for the undo. */
export async function countPhotos(db: Queryable, principalId: PrincipalId, contactId: VcId) {
  const [found] = await db
    .select({
      all: sql<number>`count(*)::int`,
      ofContact: sql<number>`(count(*) filter (where ${eq(contactPhotos.contactId, contactId)}))::int`,
    })
    .from(contactPhotos)
    .where(eq(contactPhotos.principalId, principalId))
  return found ?? { all: 0, ofContact: 0 }
}

export async function insertPhoto(db: Queryable, row: typeof contactPhotos.$inferInsert) {
  await db.insert(contactPhotos).values(row)
}

export async function markDeleted(db: Queryable, { principalId, id }: PhotoRow, deletedAt: Date | null, updatedAt: Date) {
  await db.update(contactPhotos).set({ deletedAt, updatedAt }).where(isPhoto(principalId, id))
}

/** Changes the contact of the photos about one contact, the deleted ones included. */
export async function setContact(
  db: Queryable,
  principalId: PrincipalId,
  { from, into }: { from: VcId; into: VcId },
  updatedAt: Date,
) {
  const isOfContact = and(eq(contactPhotos.principalId, principalId), eq(contactPhotos.contactId, from))
  await db.update(contactPhotos).set({ contactId: into, updatedAt }).where(isOfContact)
}

export async function deletePhoto(db: Queryable, principalId: PrincipalId, id: PhotoId) {
  await db.delete(contactPhotos).where(isPhoto(principalId, id))
}

/** @param contactId  only the photos about this contact; all photos without it. @returns the names of their files */
export async function deletePhotosOf(db: Queryable, principalId: PrincipalId, contactId?: VcId): Promise<string[]> {
  const isGone = and(eq(contactPhotos.principalId, principalId), contactId && eq(contactPhotos.contactId, contactId))
  const gone = await db.delete(contactPhotos).where(isGone).returning({ file: contactPhotos.file })
  return gone.flatMap(({ file }) => file ?? [])
}

/** Deletes some of the photos that were deleted before. @returns how many, and the names of their files */
export async function purgeBatch(tx: Transaction, before: Date, most: number) {
  const old = sql`(select ctid from contact_photos where ${lt(contactPhotos.deletedAt, before)} limit ${most} for update skip locked)`
  const gone = await tx.delete(contactPhotos).where(sql`ctid = any(array${old})`).returning({ file: contactPhotos.file })
  return { count: gone.length, files: gone.flatMap(({ file }) => file ?? []) }
}

/** Transfers a guest's photos to the account. Where the account has the same id, the guest's photo gets a new one. */
export async function movePhotos(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    update contact_photos set id = 'pho_' || gen_random_uuid()
    where principal_id = ${from} and id in (select id from contact_photos where principal_id = ${to})`)
  await db.update(contactPhotos).set({ principalId: to }).where(eq(contactPhotos.principalId, from))
}
