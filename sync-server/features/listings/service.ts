import type { Database, Transaction } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import type { OwnProfiles } from '#shared/listings/contract.ts'
import type { EditListing } from '#shared/listings/edit.ts'
import { Problem } from '#shared/problem.ts'
import { editListing } from './edit.ts'
import { presentProfile } from './present.ts'
import { listListingsOf, lockOwnListing } from './queries.ts'

export type OwnerDeps = { db: Database; now: () => Date; limitOn: LimitOn }

/** This endpoint returns investor profiles only to approved investors; applicants read theirs on their own device. */
export async function listOwnProfiles({ db }: Pick<OwnerDeps, 'db'>, { id, isApprovedInvestor }: Account): Promise<OwnProfiles> {
  return isApprovedInvestor ? (await listListingsOf(db, id)).map(presentProfile) : []
}

/** Locks a listing of this account until the transaction ends. @throws Problem `not-found` for one of another account */
export async function assertOwnListing(tx: Transaction, id: VcId, { id: userId }: Pick<Account, 'id'>): Promise<void> {
  if (!(await lockOwnListing(tx, id, userId))) throw new Problem('not-found')
}

/**
 * Changes a listing from the online form: the last write wins, and the writer of its texts is unknown from then on.
 *
 * @returns the updated listing
 */
export async function changeListing({ db, now, limitOn }: OwnerDeps, account: Account, id: VcId, edit: EditListing) {
  const context = { account, now: now(), limitOn }
  return db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: account.principalId, account })
    return presentProfile(await editListing({ tx, ...context }, id, edit))
  })
}
