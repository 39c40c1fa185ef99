import * as v from 'valibot'
import { type SealTo, SessionEnded } from '#shared/sync/sealing.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { countPending } from '#web/sync/engine/outbox.ts'
import { postJson, type Transport } from '#web/sync/engine/transport.ts'
import { withLock } from '#web/sync/engine/with-lock.ts'
import { openCurrent, type PrincipalDeps, switchPrincipal } from './switch-principal.ts'

/**
 * Empties the device of an account that the server has sent away: it was deleted, or its session was ended on purpose.
 *
 * @param code  the server's
 * @returns the guest's database; `undefined` when the account has signed in again meanwhile, and stays
 */
export async function leaveGoneAccount(deps: PrincipalDeps, transport: Transport, asked: PrivateDatabase, code: string) {
  const unsent = await countPending(asked)
  if (code === 'accounts.deleted') return switchPrincipal(deps, 'guest', asked.life, { deleted: { unsent } })
  // The refusal may be of a cookie from before a sign-in. Nothing is signed in to while the lock is held.
  return withLock(transport, GUEST_LOCK, async () => {
    const sealTo = await askWhetherEnded(transport, asked)
    // Before anything is decided: from then on it is there without a network.
    await loadChunk(() => import('./sealed-outbox.ts'))
    return sealTo && switchPrincipal(deps, 'guest', asked.life, { ended: { unsent } }, sealTo)
  })
}

/** @returns the key to seal with, when the session of this browser was ended */
async function askWhetherEnded(transport: Transport, { principal }: PrivateDatabase): Promise<SealTo | undefined> {
  try {
    await postJson(transport, '/api/sync/me', { principalId: principal, have: {} }, v.unknown())
    return undefined
  } catch (error) {
    const told = v.safeParse(SessionEnded, error instanceof HttpProblem && error.problem?.current)
    if (told.success) return told.output.sealTo
    throw error
  }
}

/** Empties the device after a sign-out by the address bar, unless something is unsent: that is for its person to decide about. */
export async function leaveUnlessUnsent(deps: PrincipalDeps): Promise<void> {
  const db = await openCurrent(deps)
  const mayLeave = db.principal !== 'guest' && (await countPending(db)) === 0
  db.close()
  if (mayLeave) (await switchPrincipal(deps, 'guest', db.life)).close()
}
