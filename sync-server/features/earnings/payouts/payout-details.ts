import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { payoutDetailsChanged, payoutDetailsRemoved } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import { detailsProblems, maskDetails, normaliseDetails } from '#shared/earnings/check-details.ts'
import { type MaskedDetails, type OwnPayoutDetails, PayoutDetails } from '#shared/earnings/payout-details.ts'
import type { UserId } from '#shared/ids.ts'
import { InvalidFields, Problem } from '#shared/problem.ts'
import { CHANGED, deleteDetails, findDetails, putDetails, REMOVED } from './payout-details-queries.ts'

export type DetailsDeps = { db: Database; now: () => Date; limit: RateLimit; keyring: Keyring; isConnect: boolean }

/** The associated data of a ciphertext: that of another row, or of another kind of secret, is not decrypted. */
const ownerOf = (userId: UserId) => `payout-details ${userId}`

export const openDetails = async (keyring: Keyring, row: { userId: UserId; sealed: Uint8Array }): Promise<PayoutDetails> =>
  v.parse(PayoutDetails, JSON.parse(await keyring.decrypt(row.sealed, ownerOf(row.userId))))

export const sealDetails = (keyring: Keyring, userId: UserId, details: PayoutDetails) =>
  keyring.encrypt(JSON.stringify(details), ownerOf(userId))

/** What the owner sees: the masked details. The full ones are never sent back to the browser that entered them. */
export async function readDetails({ db, isConnect }: DetailsDeps, account: Account): Promise<OwnPayoutDetails> {
  if (isConnect || !account.isApprovedInvestor) return { state: 'off' }
  const row = await findDetails(db, account.id)
  return row ? { state: 'stored', details: row.masked, changedAt: row.changedAt.toISOString() } : { state: 'none' }
}

/**
 * Stores where an investor is paid, and replaces what was stored. It directs money, so a recent proof is required, and the owner
 * gets a mail.
 *
 * @throws Problem `not-found` where the provider pays investors, `forbidden`, `step-up`, `session-lost`, `too-many-requests`,
 *   InvalidFields
 */
export async function saveDetails(deps: DetailsDeps, account: Account, given: PayoutDetails): Promise<OwnPayoutDetails> {
  const { db, now, keyring, limit } = deps
  if (deps.isConnect) throw new Problem('not-found')
  if (!account.isApprovedInvestor) throw new Problem('forbidden')
  requireRecent(deps, account)
  await limit('bank-account', account.id)
  const details = normaliseDetails(given)
  const problems = detailsProblems(details)
  if (problems.length > 0) throw new InvalidFields(problems)
  const [userId, masked] = [account.id, maskDetails(details)]
  const sealed = await sealDetails(keyring, userId, details)
  await db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    const before = await findDetails(tx, userId)
    await putDetails(tx, { userId, sealed, masked, changedAt: now() })
    await audit(tx, userId, CHANGED, before?.masked ?? null, masked)
    await queueMail(tx, { to: user.email, template: 'payout-details-changed', message: payoutDetailsChanged(masked) })
  })
  return readDetails(deps, account)
}

/** @throws Problem `not-found`, `step-up`, `session-lost`, `too-many-requests` */
export async function removeDetails(deps: DetailsDeps, account: Account): Promise<OwnPayoutDetails> {
  if (deps.isConnect) throw new Problem('not-found')
  requireRecent(deps, account)
  await deps.limit('bank-account', account.id)
  await deps.db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    if (!(await forgetDetails(tx, user))) throw new Problem('not-found')
  })
  return readDetails(deps, account)
}

/**
 * Deletes the details of an account whose owner asked for it, or which another person may have used. The owner is notified by
 * mail. @returns whether there were any
 */
export async function forgetDetails(tx: Transaction, { id, email }: { id: UserId; email: string }): Promise<boolean> {
  const row = await deleteDetails(tx, id)
  if (!row) return false
  await audit(tx, id, REMOVED, row.masked, null)
  await queueMail(tx, { to: email, template: 'payout-details-removed', message: payoutDetailsRemoved(row.masked) })
  return true
}

/** Without the holder: the log is for other admins, who need to recognise the account only. */
const audit = (tx: Transaction, id: UserId, action: string, before: MaskedDetails | null, after: MaskedDetails | null) =>
  writeAuditEntry(tx, { actorId: id, action, targetType: 'account', targetId: id, before: facts(before), after: facts(after) })

const facts = (masked: MaskedDetails | null) => ({ country: masked?.country ?? null, lastFour: masked?.lastFour ?? null })
