import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { authTokens, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

export type TokenRow = typeof authTokens.$inferSelect
export type Purpose = TokenRow['purpose']

/** The owner of a code: an account, or a principal that claims something. */
export type CodeOwner = Pick<TokenRow, 'userId' | 'principalId'>

export async function insertToken(db: Queryable, token: typeof authTokens.$inferInsert) {
  await db.insert(authTokens).values(token)
}

/** A link that is still valid. It is not consumed. */
export async function findLink(db: Queryable, purposes: Purpose[], tokenHash: string, now: Date) {
  const isMeant = and(inArray(authTokens.purpose, purposes), eq(authTokens.tokenHash, tokenHash), ...isLive(now))
  const [row] = await db.select().from(authTokens).where(isMeant)
  return row
}

/** Consumes the secret of a link, once; `undefined` when it is used, expired or unknown. */
export async function takeLink(db: Queryable, purposes: Purpose[], tokenHash: string, now: Date) {
  const [row] = await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(inArray(authTokens.purpose, purposes), eq(authTokens.tokenHash, tokenHash), ...isLive(now)))
    .returning()
  return row
}

/**
 * Counts one attempt at the owner's current code, so that guesses run out; `undefined` when none are left or there is no code.
 */
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

/** Ends the tokens of the given purposes. */
export async function endTokens(db: Queryable, owner: CodeOwner, purposes: Purpose[], now: Date) {
  await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(isOwner(owner), inArray(authTokens.purpose, purposes), isNull(authTokens.usedAt)))
}

type Holder = { user: { id: UserId; email: string }; principalId: PrincipalId }

/**
 * Ends every secret that was mailed on behalf of an account. Restore links (`keep-email`) of its former addresses stay valid:
 * they are for an owner who lost the account with that address, and its present holder must not be able to end them.
 */
export async function endAllTokens(db: Queryable, { user, principalId }: Holder, now: Date) {
  const isOwn = or(eq(authTokens.userId, user.id), eq(authTokens.principalId, principalId))
  const isNoWayBack = or(ne(authTokens.purpose, 'keep-email'), eq(sql`lower(${authTokens.email})`, user.email.toLowerCase()))
  await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(isOwn, isNoWayBack, isNull(authTokens.usedAt)))
}

/**
 * The time since which an account may return to an address; `undefined` when it never had the address or the link has expired.
 */
export async function findWayBack(db: Queryable, userId: UserId, email: string, now: Date): Promise<Date | undefined> {
  const isMeant = and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'keep-email'), eq(authTokens.email, email))
  const [row] = await db
    .select({ createdAt: authTokens.createdAt })
    .from(authTokens)
    .where(and(isMeant, ...isLive(now)))
    .orderBy(authTokens.createdAt)
    .limit(1)
  return row?.createdAt
}

/** Ends the restore links of one address, and those created after one of them: an older address outranks a newer one. */
export async function endWaysBack(db: Queryable, userId: UserId, { email, since }: { email: string; since: Date }, now: Date) {
  const isLater = or(gte(authTokens.createdAt, since), eq(authTokens.email, email))
  await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'keep-email'), isLater, isNull(authTokens.usedAt)))
}

/** Whether an address belonged to another account recently and may be restored to it. */
export async function isKeptForAnother(db: Queryable, email: string, now: Date, userId?: UserId): Promise<boolean> {
  const isTheirs = userId === undefined ? undefined : ne(authTokens.userId, userId)
  const hasLeft = ne(sql`lower(${users.email})`, email.toLowerCase())
  const rows = await db
    .select({ id: authTokens.id })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .where(
      and(
        eq(authTokens.purpose, 'keep-email'),
        eq(sql`lower(${authTokens.email})`, email.toLowerCase()),
        hasLeft,
        isTheirs,
        ...isLive(now),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function pruneTokens(db: Queryable, before: Date) {
  await db.delete(authTokens).where(lt(authTokens.expiresAt, before))
}

export const ofUser = (userId: UserId): CodeOwner => ({ userId, principalId: null })

const isLive = (now: Date) => [isNull(authTokens.usedAt), gt(authTokens.expiresAt, now)]

const isOwner = ({ userId, principalId }: CodeOwner) =>
  userId ? eq(authTokens.userId, userId) : eq(authTokens.principalId, principalId ?? sql`null`)
