import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { endedSessions, knownDevices, principals, sessions, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { inBatchesOf } from '#server/database/delete-in-batches.ts'
import { type Key, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function findSession(db: Queryable, sid: string) {
  const [row] = await sessionsNamed(db, sid)
  return row
}

/** Several sessions in one statement, in the order of the arguments. */
export async function findSessions(db: Queryable, sids: string[]): Promise<(SessionRow | undefined)[]> {
  const bySid = new Map((await sessionsNamed(db, sids.join(' '))).map((row) => [row.sid, row]))
  return sids.map((sid) => bySid.get(sid))
}

const sessionsNamed = preparedQuery((db, sids: Key<string>) =>
  db
    .select({
      sid: sessions.sid,
      provedAt: sessions.provedAt,
      seenAt: sessions.seenAt,
      createdAt: sessions.createdAt,
      expire: sessions.expire,
      user: users,
      principalId: principals.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(principals, eq(principals.userId, users.id))
    .where(isOneOf(sessions.sid, sids)),
)

/** The principal whose session was ended deliberately. @param now  passed where the cookie may have expired in between */
export async function findEnded(db: Queryable, sid: string, now?: Date): Promise<PrincipalId | undefined> {
  const [row] = await db
    .select({ id: principals.id })
    .from(endedSessions)
    .innerJoin(principals, eq(principals.userId, endedSessions.userId))
    .where(and(eq(endedSessions.sid, sid), now && gt(endedSessions.expire, now)))
  return row?.id
}

/** Whether the account of a principal is banned now. */
export const isBanned = async (db: Queryable, principalId: PrincipalId): Promise<boolean> => {
  const ofPrincipal = db.select({ id: principals.userId }).from(principals).where(eq(principals.id, principalId))
  return (await db.$count(users, and(inArray(users.id, ofPrincipal), isNotNull(users.bannedAt)))) > 0
}

export async function touchSession(db: Queryable, sid: string, seenAt: Date) {
  await db.update(sessions).set({ seenAt }).where(eq(sessions.sid, sid))
}

/**
 * Guests by their cookie hashes, in the order of the hashes. Guests that became accounts are left out. `isNew` until the guest
 * returns for the first time.
 */
export async function findGuests(db: Queryable, tokenHashes: string[]): Promise<(GuestRow | undefined)[]> {
  const byHash = new Map((await guestsKnownBy(db, tokenHashes.join(' '))).map((row) => [row.tokenHash, row]))
  return tokenHashes.map((hash) => byHash.get(hash))
}
type GuestRow = Awaited<ReturnType<typeof guestsKnownBy>>[number]

const guestsKnownBy = preparedQuery((db, tokenHashes: Key<string>) =>
  db
    .select({
      id: principals.id,
      tokenHash: principals.tokenHash,
      seenAt: principals.seenAt,
      isNew: sql<boolean>`${principals.seenAt} <= ${principals.createdAt}`,
    })
    .from(principals)
    .where(and(isOneOf(principals.tokenHash, tokenHashes), isNull(principals.mergedInto))),
)

/** Keys are joined with spaces: hashes contain none. */
const isOneOf = (column: PgColumn, keys: Key<string>) => sql`${column} = any(string_to_array(${keys}, ' '))`

/**
 * Records that a guest has returned: from then on `seen_at` is later than `created_at`, also if the node's clock is behind that
 * of the database, or both are in the same millisecond. A row that a sign-in has locked is skipped.
 */
export async function touchGuest(db: Queryable, id: PrincipalId, seenAt: Date) {
  const free = db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.id, id))
    .for('no key update', { skipLocked: true })
  await db
    .update(principals)
    .set({ seenAt: sql`greatest(${seenAt.toISOString()}::timestamptz, ${principals.createdAt} + interval '1 millisecond')` })
    .where(inArray(principals.id, free))
}

/** Guests deleted per statement. One address may create more than that in the hour until the next run. */
const MAX_DELETED = 5000

/**
 * Deletes guests that own nothing in any table: those that never returned after the request that created them, and those whose
 * cookie has expired. Tables are read from the catalogue, so that a table added later is included.
 */
export async function deleteIdleGuests(
  db: Queryable,
  { madeBefore, seenBefore }: { madeBefore: Date; seenBefore: Date },
  batchSize = MAX_DELETED,
) {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'principal_id'`,
  )
  const ownsNothing = tables.map(
    ({ name }) => sql`not exists (select from ${sql.identifier(name)} t where t.principal_id = p.id)`,
  )
  const isIdle = sql`(p.seen_at <= p.created_at and p.created_at < ${madeBefore.toISOString()}) or p.seen_at < ${seenBefore.toISOString()}`
  await inBatchesOf(batchSize, async (limit) => {
    const gone = await db.execute(sql`
      delete from ${principals} where id in (
        select p.id from ${principals} p
        where p.kind = 'guest' and p.merged_into is null and (${isIdle}) and ${sql.join(ownsNothing, sql` and `)}
        limit ${limit} for update skip locked)`)
    return gone.count
  })
}

export async function isOfDeletedAccount(db: Queryable, id: PrincipalId): Promise<boolean> {
  return (await db.$count(principals, and(eq(principals.id, id), eq(principals.kind, 'account'), isNull(principals.userId)))) > 0
}

export async function insertPrincipal(db: Queryable, principal: typeof principals.$inferInsert): Promise<PrincipalId> {
  await db.insert(principals).values(principal)
  return principal.id
}

/** A guest that is not merged, locked until the transaction ends. */
export async function lockGuest(tx: Transaction, tokenHash: string) {
  const [row] = await tx
    .select({ id: principals.id })
    .from(principals)
    .where(and(eq(principals.tokenHash, tokenHash), isNull(principals.mergedInto)))
    .for('update')
  return row?.id
}

export async function markMerged(tx: Transaction, guest: PrincipalId, account: PrincipalId) {
  await tx.update(principals).set({ mergedInto: account }).where(eq(principals.id, guest))
}

export async function findUserByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select({ user: users, principalId: principals.id })
    .from(users)
    .innerJoin(principals, eq(principals.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return row
}

/** @returns the account, or `undefined` when its address is taken */
export async function insertUser(db: Queryable, user: typeof users.$inferInsert) {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning()
  return row
}

export type LoginRow = NonNullable<Awaited<ReturnType<typeof findLogin>>>

/**
 * An account, and the browser if the account knows it: one statement, so that the timing does not reveal whether there is one.
 */
export async function findLogin(db: Queryable, email: string, deviceHash: string | undefined) {
  const isDevice = and(eq(knownDevices.userId, users.id), eq(knownDevices.deviceHash, deviceHash ?? ''))
  const [row] = await db
    .select({ user: users, principalId: principals.id, device: knownDevices })
    .from(users)
    .innerJoin(principals, eq(principals.userId, users.id))
    .leftJoin(knownDevices, isDevice)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return row
}

export async function findUser(db: Queryable, userId: UserId) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user
}

/** Whether a session is still open. The answer stays true while the caller has the account locked. */
export const hasSession = async (tx: Transaction, userId: UserId, sid: string): Promise<boolean> =>
  (await tx.$count(sessions, and(eq(sessions.sid, sid), eq(sessions.userId, userId)))) > 0

export async function insertSession(db: Queryable, session: typeof sessions.$inferInsert) {
  await db.insert(sessions).values(session)
}

/**
 * Deletes the least recently used sessions of an account and keeps `left`. The caller has locked the account. No record of the
 * end is written: these browsers were not signed out, and the number of records would be unlimited for endless sign-ins.
 */
export async function deleteOldestSessions(tx: Transaction, userId: UserId, left: number) {
  const { sid, seenAt, createdAt } = sessions
  const older = tx
    .select({ sid })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(seenAt), desc(createdAt), desc(sid))
    .offset(left)
  await tx.delete(sessions).where(inArray(sid, older))
}

/** Writes no record of the end: the session's own browser ended it, or has a new session. */
export async function deleteSession(db: Queryable, sid: string) {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}

/** Deletes expired sessions, and records of ended sessions whose cookie has expired. */
export async function deleteSessionsOver(db: Queryable, now: Date, idleSince: Date) {
  await db.delete(sessions).where(or(lt(sessions.expire, now), lt(sessions.seenAt, idleSince)))
  await db.delete(endedSessions).where(lt(endedSessions.expire, now))
}

/** @returns whether the account has never signed in from this browser before */
export async function rememberDevice(tx: Transaction, userId: UserId, deviceHash: string, seenAt: Date): Promise<boolean> {
  const known = await tx
    .update(knownDevices)
    .set({ seenAt })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
    .returning({ userId: knownDevices.userId })
  if (known.length > 0) return false
  await tx.insert(knownDevices).values({ userId, deviceHash, seenAt }).onConflictDoNothing()
  return true
}

export async function markSecondFactor(tx: Transaction, userId: UserId, deviceHash: string, passedSecondFactorAt: Date) {
  await tx
    .update(knownDevices)
    .set({ passedSecondFactorAt })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
}

/** Deletes browsers from which an account has signed in: all, or all others. */
export async function forgetDevices(tx: Transaction, userId: UserId, exceptHash?: string) {
  const others = exceptHash === undefined ? undefined : ne(knownDevices.deviceHash, exceptHash)
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others))
}

export async function pruneDevices(db: Queryable, notSeenSince: Date) {
  await db.delete(knownDevices).where(lt(knownDevices.seenAt, notSeenSince))
}

/** The account and its principal, locked until the transaction ends. */
export async function lockUser(tx: Transaction, userId: UserId) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user) return undefined
  const [principal] = await tx.select({ id: principals.id }).from(principals).where(eq(principals.userId, userId))
  return principal && { user, principalId: principal.id }
}

/**
 * The account, locked against other changes of it. Mutations of one account run in parallel and share the lock on their sender:
 * with a stronger lock than this, two of them would deadlock.
 */
export async function lockNames(tx: Transaction, userId: UserId) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}

/** @returns the updated account */
export async function updateUser(tx: Transaction, userId: UserId, change: Partial<typeof users.$inferInsert>) {
  const [user] = await tx
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  if (!user) throw new Error('Account not found')
  return user
}

/** @returns whether an account has this address and had not verified it yet */
export async function markVerified(tx: Transaction, userId: UserId, email: string, now: Date): Promise<boolean> {
  const verified = await tx
    .update(users)
    .set({ emailVerifiedAt: now, passwordProvedAt: now, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(sql`lower(${users.email})`, email), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  return verified.length > 0
}

export async function listSessions(db: Queryable, userId: UserId) {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.seenAt))
}

type Ending = {
  now: Date
  /** The session that is kept. */
  except?: string | undefined
  /** The session of the requesting browser: it ends, but without a record that another browser signed it out. */
  own?: string | undefined
}

/**
 * Signs an account out everywhere, or everywhere else. Each ended session is recorded for as long as its cookie could be valid,
 * so that its browser is notified of the sign-out.
 */
export async function endSessionsOf(tx: Transaction, userId: UserId, { now, except, own }: Ending) {
  const others = except === undefined ? undefined : ne(sessions.sid, except)
  await markEnded(tx, and(eq(sessions.userId, userId), others), { now, own })
}

export async function hasOtherSession(tx: Transaction, userId: UserId, sid: string): Promise<boolean> {
  const isOther = and(eq(sessions.userId, userId), ne(sessions.sid, sid))
  return (await tx.select({ sid: sessions.sid }).from(sessions).where(isOther).limit(1)).length > 0
}

/** Signs one browser out from another one. */
export const endSessionOf = (tx: Transaction, sid: string, ending: Ending) => markEnded(tx, eq(sessions.sid, sid), ending)

/**
 * One statement without a parameter per session: an account of the previous release may have more sessions than a statement takes
 * parameters.
 */
async function markEnded(tx: Transaction, which: SQL | undefined, { now, own }: Ending) {
  const others = own === undefined ? sql`true` : sql`sid <> ${own}`
  await tx.execute(sql`
    with gone as (delete from ${sessions} where ${which} returning sid, user_id, expire)
    insert into ${endedSessions} (sid, user_id, ended_at, expire)
    select sid, user_id, ${now.toISOString()}::timestamptz, expire from gone where ${others}`)
}
