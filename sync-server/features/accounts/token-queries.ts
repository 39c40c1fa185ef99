import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { authTokens } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { UserId } from '#shared/ids.ts'

export type TokenRow = typeof authTokens.$inferSelect
export type Purpose = TokenRow['purpose']

/** Whose code it is: an account's own, or that of a principal who claims something. */
export type CodeOwner = Pick<TokenRow, 'userId' | 'principalId'>

export async function insertToken(db: Queryable, token: typeof authTokens.$inferInsert) {
  await db.insert(authTokens).values(token)
}

/** Takes a link's secret, once; nothing when it is used, over or unknown. */
export async function takeLink(db: Queryable, purposes: Purpose[], tokenHash: string, now: Date) {
  const [row] = await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(inArray(authTokens.purpose, purposes), eq(authTokens.tokenHash, tokenHash), ...isLive(now)))
    .returning()
  return row
}

/** Counts one try at the owner's current code, so that guesses run out; nothing when they have, or when there is no code. */
export async function countTry(db: Queryable, purpose: Purpose, owner: CodeOwner, mostTries: number, now: Date) {
  const current = db
    .select({ id: authTokens.id })
    .from(authTokens)
    .where(and(eq(authTokens.purpose, purpose), isOwner(owner), ...isLive(now)))
    .orderBy(desc(authTokens.createdAt), desc(authTokens.id))
    .limit(1)
  const [row] = await db
    .update(authTokens)
    .set({ attempts: sql`${authTokens.attempts} + 1` })
    .where(and(eq(authTokens.id, current), lt(authTokens.attempts, mostTries)))
    .returning()
  return row
}

export async function takeCode(db: Queryable, id: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(eq(authTokens.id, id), isNull(authTokens.usedAt)))
    .returning({ id: authTokens.id })
  return taken.length > 0
}

/** A newer one replaces those before it; a new password ends them all. */
export async function endTokens(db: Queryable, owner: CodeOwner, purposes: Purpose[], now: Date) {
  await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(isOwner(owner), inArray(authTokens.purpose, purposes), isNull(authTokens.usedAt)))
}

export async function pruneTokens(db: Queryable, before: Date) {
  await db.delete(authTokens).where(lt(authTokens.expiresAt, before))
}

export const ofUser = (userId: UserId): CodeOwner => ({ userId, principalId: null })

const isLive = (now: Date) => [isNull(authTokens.usedAt), gt(authTokens.expiresAt, now)]

const isOwner = ({ userId, principalId }: CodeOwner) =>
  userId ? eq(authTokens.userId, userId) : eq(authTokens.principalId, principalId ?? sql`null`)
