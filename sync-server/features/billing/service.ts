import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import {
  BILLING_FIELDS,
  type BillingDetails,
  type ChangeBilling,
  NO_BILLING,
  type OwnBilling,
} from '#shared/documents/billing.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { deleteDetails, findBuyerDetails, findDetails, lockDetails, saveDetails } from './queries.ts'

export type BillingDeps = { db: Database }

export const showBilling = async ({ db }: BillingDeps, { id }: Account): Promise<OwnBilling> => present(await read(db, id))

const read = async (db: Queryable, userId: UserId) => (await findDetails(db, userId)) ?? NO_BILLING

const present = (details: BillingDetails): OwnBilling => ({ details, version: docVersion(details) })

/**
 * Replaces the details that later documents of the account name. A repeated change changes nothing.
 *
 * @throws Problem `billing.changed-elsewhere` with the current details when they are not what the buyer saw
 */
export const changeBilling = ({ db }: BillingDeps, account: Account, { version, details }: ChangeBilling): Promise<OwnBilling> =>
  db.transaction(async (tx) => {
    await lockDetails(tx, account.id)
    await lockCaller(tx, { principalId: account.principalId, account })
    const before = present(await read(tx, account.id))
    const isSame = BILLING_FIELDS.every((field) => before.details[field] === details[field])
    if (isSame) return before
    if (before.version !== version) throw new Problem('billing.changed-elsewhere', undefined, undefined, before)
    await saveDetails(tx, account.id, details)
    return present(details)
  })

/** Keeps the details of a corrected invoice for the next purchase. The caller has locked the account. */
export async function keepDetails(tx: Transaction, userId: UserId, details: BillingDetails) {
  await lockDetails(tx, userId)
  await saveDetails(tx, userId, details)
}

/** How a document names the buyer: by the details of the account, otherwise by its name. A guest is not named. */
export async function readBuyer(db: Queryable, principalId: PrincipalId): Promise<BillingDetails> {
  const found = await findBuyerDetails(db, principalId)
  return found?.details ?? { ...NO_BILLING, name: fullName(found) ?? '' }
}

/** Later documents name none of them. Those that were issued are unchanged. The caller has ended the sessions of the account. */
export const forgetBilling = (tx: Transaction, userId: UserId) => deleteDetails(tx, userId)
