import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { accountDeleted } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { forgetDeliveries } from '#server/email/suppressions.ts'
import { isLastOwner, lockOwners } from '#server/features/accounts/admin/rights.ts'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { eraseProfiles, withdrawClaims } from '#server/features/admin/profiles/profiles.ts'
import { keepRevocationsOf } from '#server/features/admin/profiles/revocations.ts'
import { eraseFromCalls } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { erasePhotos } from '#server/features/contacts/photos/service.ts'
import { lockImports, withdrawListed } from '#server/features/directory/import/suppressions.ts'
import { forgetPayee } from '#server/features/earnings/forget-payee.ts'
import { CLOSE_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { settleWishes } from '#server/features/profile-requests/settle.ts'
import { endSalesOf } from '#server/features/refunds/seller-leaves.ts'
import { forgetTextsOf } from '#server/features/unlocks/grant.ts'
import { deletePictures } from '#server/features/uploads/service.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob, enqueueJobs } from '#server/jobs/queue.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import { forgetRefusals } from '#server/sync/push/delete-rejections.ts'
import type { DeleteAccount } from '#shared/accounts/security-contract.ts'
import { PrincipalId, type UserId, type VcId } from '#shared/ids.ts'
import { formatCents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { forgetLeft } from './forget-left.ts'
import {
  forgetAddresses,
  listLeftWithNames,
  listOpenOrdersOf,
  listOwnListings,
  listOwnProjects,
  listReplacedRecords,
  listTypedAddresses,
  lockOrdersOf,
  pseudonymise,
} from './order-queries.ts'
import {
  deleteCorrespondence,
  deleteDerivedData,
  deleteOwnWords,
  deleteSubscription,
  deleteUser,
  emptyLettersOfOrders,
  insertWaiver,
} from './queries.ts'
import { receiptKey } from './receipt-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Retries orders that were not settled when their buyer's account was erased. */
export const FORGET_ADDRESSES = 'accounts.forget-addresses'

/**
 * Erases an account in one transaction. The ledger is kept under a pseudonym. Future calls are cancelled and refunded by the
 * cancellation rules. Sales of an investor are refunded while the buyer may still complain.
 *
 * @throws Problem `step-up`, `accounts.last-admin`, `accounts.open-batch`, `accounts.earnings-left`, `accounts.payout-on-its-way`
 */
export async function eraseAccount(deps: AccountDeps, account: Account, request: DeleteAccount = {}) {
  requireRecent(deps, account)
  await deps.db.transaction(async (tx) => {
    // An import may take minutes. It is awaited before any other lock is taken, and before orders, in the same order as in a
    // removal.
    if ((await listReplacedRecords(tx, account.id)).length > 0) await lockImports(tx)
    await lockOrdersOf(tx, account.principalId)
    if (account.isAdmin) await requireAnotherOwner(deps, tx, account.id)
    const { user, principalId } = await lockCaller(tx, account)
    const email = user.email.toLowerCase()
    await settleEarnings(deps, tx, account, request.giveUpEarnings === 'yes')
    // An unverified address may belong to another person, who is not notified about an account that they never had.
    const isProved = user.emailVerifiedAt !== null
    const farewell = isProved
      ? await queueMail(tx, { to: user.email, template: 'account-deleted', message: accountDeleted() })
      : undefined

    await keepRevocationsOf(tx, deps.keyring, { id: user.id, email }, deps.now())
    const withdrawn = await endSalesAndPurchases(deps, tx, account)
    await pseudonymiseLedger(deps, tx, principalId, email)
    await deleteOwnWords(tx, principalId)
    await deletePictures(tx, user.id)
    await erasePhotos(tx, principalId)
    await deleteDerivedData(tx, principalId, user.id)
    // Mails to an unverified address, or a subscription with it, may belong to another person as well.
    await deleteCorrespondence(tx, { email, farewellId: farewell, isProved })
    if (isProved) await deleteSubscription(tx, email)
    if (isProved) await forgetDeliveries(tx, deps.keyring, email)
    await deleteUser(tx, user.id, principalId)
    await deleteChunks(tx, withdrawn)
    await forgetRefusals(tx, principalId)
    await forgetLeft(tx, principalId)
  })
}

async function requireAnotherOwner({ adminEmails, adminsNeedTwoFactor }: AccountDeps, tx: Transaction, leaving: UserId) {
  if (isLastOwner(await lockOwners(tx, adminEmails), leaving, adminsNeedTwoFactor)) throw new Problem('accounts.last-admin')
}

/**
 * Earnings have no owner once their account is deleted. So an account is deleted only when nothing is left, or when the owner
 * waives the earnings. A payout that is being transferred always keeps its payee.
 */
async function settleEarnings(deps: AccountDeps, tx: Transaction, { id, principalId, isAdmin }: Account, givesUp: boolean) {
  await deps.holdPayouts(tx, { id, isAdmin })
  const left = await deps.readEarningsLeft(tx, principalId)
  if (left.onItsWay > 0) throw new Problem('accounts.payout-on-its-way')
  if (left.unpaid <= 0) return
  const sum = formatCents(left.unpaid)
  if (!givesUp) {
    const message = `${sum} of your earnings is not paid out. Wait for your next payout, or confirm that you give it up.`
    throw new Problem('accounts.earnings-left', message)
  }
  // The ledger must show the waiver and its amount; the person is deleted with the account.
  await insertWaiver(tx, principalId, id, left.unpaid)
}

/** Ends the sales and purchases of this person, and future obligations from them. */
async function endSalesAndPurchases({ now, keyring, cancelCalls }: AccountDeps, tx: Transaction, { id, principalId }: Account) {
  const listings = await listOwnListings(tx, id)
  const records = await listReplacedRecords(tx, id)
  const projects = await listOwnProjects(tx, id)
  const claims: VcId[] = []
  // Rows first: a payment that settles concurrently comes before it and is found, or comes after it and is refunded.
  for (const record of records) {
    await withdrawListed(tx, keyring, record)
    // Claims of the own account are among the listings.
    claims.push(...(await withdrawClaims(tx, record, id)))
  }
  await settleWishes(tx, records, now())
  const sold = [...listings, ...records, ...claims]
  await cancelCalls(tx, { principalId, listings: sold })
  await endSalesOf(tx, sold, now())
  const isOpen = await listOpenOrdersOf(tx, principalId)
  await enqueueJobs(
    tx,
    isOpen.map((orderId) => ({ kind: CLOSE_JOB, key: orderId, payload: { orderId } })),
  )
  await eraseFromCalls(tx, { principalId, listings: sold })
  // After the calls: updates of a past call lock them in this order.
  await forgetTextsOf(tx, sold)
  await eraseProfiles(tx, listings)
  await forgetPayee(tx, id)
  return { investors: sold, projects }
}

/**
 * An order has to be kept for years. Its buyer is identified by a pseudonym, which only a code mailed to the address resolves.
 */
async function pseudonymiseLedger({ keyring, now }: AccountDeps, tx: Transaction, principalId: PrincipalId, email: string) {
  await pseudonymiseOrders(keyring, tx, principalId, (typed) => typed ?? email)
  if ((await forgetAddresses(tx, principalId)) > 0) await retryLater(tx, principalId, now())
  await emptyLettersOfOrders(tx, principalId)
}

async function pseudonymiseOrders(
  keyring: Keyring,
  tx: Transaction,
  principalId: PrincipalId,
  addressOf: (typed: string | null) => string | null,
) {
  const pseudonyms = []
  for (const typed of await listTypedAddresses(tx, principalId)) {
    const email = addressOf(typed)
    if (email !== null) pseudonyms.push({ typed, email, key: await receiptKey(keyring, email) })
  }
  await pseudonymise(tx, principalId, pseudonyms)
}

/** While a dispute or a payment is open, or a refund is in progress, the buyer may have to be contacted. */
const retryLater = (tx: Parameters<typeof enqueueJob>[0], principalId: PrincipalId, now: Date) =>
  enqueueJob(tx, {
    kind: FORGET_ADDRESSES,
    key: `${principalId}:${now.toISOString()}`,
    payload: { principalId },
    runAt: new Date(now.getTime() + DAY_MS),
  })

/**
 * The same for orders that the deletion did not see: an order that was attached to a deleted account later, from a guest who had
 * signed in or from a node of an earlier release.
 */
export async function forgetLateAddresses({ db, keyring }: Pick<AccountDeps, 'db' | 'keyring'>) {
  for (const principalId of await listLeftWithNames(db)) {
    await db.transaction(async (tx) => {
      await pseudonymiseOrders(keyring, tx, principalId, (typed) => typed)
      await forgetAddresses(tx, principalId)
    })
  }
}

export const forgetAddressesJob =
  ({ db, now }: Pick<AccountDeps, 'db' | 'now'>) =>
  async (payload: unknown) => {
    const { principalId } = v.parse(v.object({ principalId: PrincipalId }), payload)
    if ((await forgetAddresses(db, principalId)) > 0) await retryLater(db, principalId, now())
  }
