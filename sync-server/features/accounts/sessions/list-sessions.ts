import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { endSessionOf, endSessionsOf, listSessions } from '#server/features/accounts/queries.ts'
import type { Account } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { SessionEntry } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'
import { SESSION_IDLE_MS } from './session-ttl.ts'

/** A hash of the stored hash: it identifies the session but reveals neither hash nor token. */
const publicIdOf = (sid: string) => hashToken(`session ${sid}`).slice(0, 32)

export async function listOwnSessions({ db, now }: AccountDeps, account: Account): Promise<SessionEntry[]> {
  const idleSince = now().getTime() - SESSION_IDLE_MS
  const rows = await listSessions(db, account.id)
  return rows
    .filter((row) => row.expire > now() && row.seenAt.getTime() >= idleSince)
    .map((row) => ({
      id: publicIdOf(row.sid),
      userAgent: row.sess.userAgent ?? null,
      createdAt: row.createdAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
      isCurrent: row.sid === account.session.sid,
    }))
}

/**
 * @returns whether it was the caller's own session
 * @throws Problem `session-lost`, `not-found` for a session that has ended, is unknown or belongs to another account
 */
export const endSession = ({ db, now }: AccountDeps, account: Account, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, account)
    const rows = await listSessions(tx, account.id)
    const row = rows.find(({ sid }) => publicIdOf(sid) === id)
    if (!row) throw new Problem('not-found')
    await endSessionOf(tx, row.sid, { now: now(), own: account.session.sid })
    return row.sid === account.session.sid
  })

export const endOtherSessions = ({ db, now }: AccountDeps, account: Account) =>
  db.transaction(async (tx) => {
    await lockCaller(tx, account)
    await endSessionsOf(tx, account.id, { now: now(), except: account.session.sid })
  })
