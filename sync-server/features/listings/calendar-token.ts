import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import type { KeepCalendarToken } from '#shared/listings/contract.ts'
import { Problem } from '#shared/problem.ts'
import { deleteCalendarToken, hasCalendarToken, lockOwnListing, setCalendarToken } from './queries.ts'

export type TokenDeps = { db: Database; now: () => Date; keyring: Keyring; limitOn: LimitOn }

/**
 * Stores the token of the investor's calendar, encrypted and separate from the listing. It can be replaced and deleted, and only
 * the server reads it, to query the calendar.
 *
 * @throws Problem `not-found` for a listing of another account; `too-many-requests`, because each change writes an audit entry
 */
export async function keepCalendarToken(
  { db, now, keyring, limitOn }: TokenDeps,
  account: Account,
  id: VcId,
  { token }: KeepCalendarToken,
): Promise<{ isKept: boolean }> {
  // Encrypted before the transaction: loading the keyring within one could wait for a connection that the transaction itself
  // uses.
  const sealed = token === null ? undefined : await keyring.encrypt(token)
  await db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: account.principalId, account })
    if (!(await lockOwnListing(tx, id, account.id))) throw new Problem('not-found')
    await limitOn(tx)('public-change-account', account.id)
    if (sealed) await setCalendarToken(tx, id, sealed, now())
    else await deleteCalendarToken(tx, id)
    const action = sealed ? 'calendar token saved' : 'calendar token removed'
    await writeAuditEntry(tx, { actorId: account.id, action, targetType: 'vc', targetId: id })
  })
  return { isKept: sealed !== undefined }
}

export async function readCalendarToken({ db }: TokenDeps, account: Account, id: VcId): Promise<{ isKept: boolean }> {
  return db.transaction(async (tx) => {
    if (!(await lockOwnListing(tx, id, account.id))) throw new Problem('not-found')
    return { isKept: await hasCalendarToken(tx, id) }
  })
}
