import { eq } from 'drizzle-orm'
import { uploads } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { UserId } from '#shared/ids.ts'

export const countUploads = (db: Queryable, userId: UserId) => db.$count(uploads, eq(uploads.userId, userId))

export async function insertUpload(db: Queryable, upload: typeof uploads.$inferInsert) {
  await db.insert(uploads).values(upload)
}

/** @returns the ids of what is gone */
export async function deleteUploadsOf(db: Queryable, userId: UserId): Promise<string[]> {
  const gone = await db.delete(uploads).where(eq(uploads.userId, userId)).returning({ id: uploads.id })
  return gone.map(({ id }) => id)
}

export async function deleteUpload(db: Queryable, id: string) {
  await db.delete(uploads).where(eq(uploads.id, id))
}
