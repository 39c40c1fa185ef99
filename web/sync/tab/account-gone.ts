import * as v from 'valibot'
import { SessionEnded } from '#shared/sync/sealing.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { countPending } from '#web/sync/engine/outbox.ts'
import { postJson, type Transport } from '#web/sync/engine/transport.ts'
import { withLock } from '#web/sync/engine/with-lock.ts'
import { openCurrent, type PrincipalDeps, switchPrincipal } from './switch-principal.ts'

/**
 * Erases the data of an account whose access the server has ended: the account was deleted, or its session was ended
 * deliberately.
 *
 * @param code  the error code of the server
 * @returns the guest's database; `undefined` if the account has signed in again since, and stays
 */
export async function leaveGoneAccount(deps: PrincipalDeps, transport: Transport, db: PrivateDatabase, code: string) {
  const unsent = await countPending(db)
  if (code === 'accounts.deleted') return switchPrincipal(deps, 'guest', db.life, { deleted: { unsent } })
  // The refusal may concern a cookie from before a sign-in. No sign-in can happen while the lock is owned.
  return withLock(transport, GUEST_LOCK, async () => {
    const ending = await checkSessionEnded(transport, db)
    // Loaded before anything is decided, so that it is available without a network from then on.
    await loadChunk(() => import('./sealed-outbox.ts'))
    if (!ending) return undefined
    const ended = { unsent, ...(ending.isSuspended && { isSuspended: true }) }
    return switchPrincipal(deps, 'guest', db.life, { ended }, ending.sealTo)
  })
}

/** @returns the key to seal with and the reason, if the session of this browser was ended */
async function checkSessionEnded(transport: Transport, { principal }: PrivateDatabase): Promise<SessionEnded | undefined> {
  try {
    await postJson(transport, '/api/sync/me', { principalId: principal, have: {} }, v.unknown())
    return undefined
  } catch (error) {
    const response = v.safeParse(SessionEnded, error instanceof HttpProblem && error.problem?.current)
    if (response.success) return response.output
    throw error
  }
}

/** Erases the device after a sign-out through the address bar, unless something is unsent: that is for the user to decide. */
export async function leaveUnlessUnsent(deps: PrincipalDeps): Promise<void> {
  const db = await openCurrent(deps)
  const mayLeave = db.principal !== 'guest' && (await countPending(db)) === 0
  db.close()
  if (mayLeave) (await switchPrincipal(deps, 'guest', db.life)).close()
}
