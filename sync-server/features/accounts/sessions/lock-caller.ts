import { and, arrayOverlaps, eq, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { findEnded } from '#server/features/accounts/queries.ts'
import type { Account, CallerRef } from '#server/http/session.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'

/**
 * Locks a caller until the transaction ends, so that nothing is written for a deleted caller. The caller was identified when the
 * request was authenticated. Since then the account may have been deleted, its session may have ended, or the guest may have
 * signed in: a slow body, a queue or a provider's reply takes time in between.
 *
 * The locks are shared, so that requests of one caller do not wait for each other. They are taken before all others of the
 * transaction, in the order in which an erasure and a sign-out take theirs.
 *
 * An admin's call also needs its role until then: taking a role away locks the account, and so comes before the call or after it.
 *
 * @throws Problem `session-lost`, `session-ended`, `admin.role-needed`
 */
export async function lockCaller(tx: Transaction, caller: CallerRef) {
  const { account } = caller
  const isStillThere = account ? await lockSession(tx, account) : await lockPrincipal(tx, caller)
  if (isStillThere) {
    if (account?.session.admittedAs) await requireRole(tx, account.id, account.session.admittedAs)
    return
  }
  const isEnded = account && (await findEnded(tx, account.session.sid))
  throw new Problem(isEnded ? 'session-ended' : 'session-lost')
}

/** The database for writes of one caller: each transaction locks the caller first. */
export function lockingCaller(db: Database, caller: CallerRef): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(async (tx) => {
      await lockCaller(tx, caller)
      return work(tx)
    }, config)
  return Object.assign(Object.create(db), { transaction })
}

/**
 * Dependencies for the writes of one caller: a caller who was signed out after the request was authenticated cannot write. A body,
 * a queue or a provider's reply takes time in between.
 */
export const withCaller = <Deps extends { db: Database }>(deps: Deps, { account }: { account: Account }): Deps => ({
  ...deps,
  db: lockingCaller(deps.db, { principalId: account.principalId, account }),
})

/** One statement, because every mutation of an outbox runs it. The account is locked before its session. */
async function lockSession(tx: Transaction, { id, session }: NonNullable<CallerRef['account']>): Promise<boolean> {
  const held = await tx.execute(sql`
    with owner as materialized (select id from users where id = ${id} for key share)
    select s.sid from owner join sessions s on s.user_id = owner.id where s.sid = ${session.sid} for key share of s`)
  return held.length > 0
}

async function requireRole(tx: Transaction, id: UserId, roles: AdminRole[]) {
  const isStillGiven = and(eq(users.id, id), arrayOverlaps(users.adminRoles, roles))
  if ((await tx.$count(users, isStillGiven)) === 0) throw new Problem('admin.role-needed')
}

/** A guest that has not signed in, or an account that is not deleted. */
async function lockPrincipal(tx: Transaction, { principalId }: CallerRef): Promise<boolean> {
  const guests = await tx.execute(
    sql`select id from principals where id = ${principalId} and kind = 'guest' and merged_into is null for key share`,
  )
  if (guests.length > 0) return true
  const accounts = await tx.execute(sql`
    select u.id from principals p join users u on u.id = p.user_id where p.id = ${principalId} for key share of u`)
  return accounts.length > 0
}
