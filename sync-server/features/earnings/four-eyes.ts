import { and, eq, gt, isNotNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { payoutBatches, payoutLines, users } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { isAdminRow } from '#server/features/accounts/admin/rights.ts'
import type { BatchRow } from '#server/features/earnings/payouts/queries.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import { needsSecondAdmin } from '#shared/earnings/four-eyes.ts'
import type { UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'

export type FourEyesDeps = {
  now: () => Date
  adminEmails: readonly string[]
  adminsNeedTwoFactor: boolean
  /** How much may be paid out within a day without a second person. */
  payoutAlone: Cents
  keyring: Keyring
}

/** Both persons of a payout need one of these roles. */
const PAYING: readonly AdminRole[] = ['owner', 'finance']

/** An admin, and the keyed hash of their mailbox: the same person may have had another account before. */
export type Marker = { id: UserId; key: string }

const DAY_MS = 24 * 60 * 60 * 1000

export const preparerKey = (keyring: Keyring, email: string) => keyring.sign('payout-preparer', mailboxOf(email))

/** @throws Problem `payouts.needs-second-admin` */
export async function refuseAlone(tx: Transaction, deps: FourEyesDeps, batch: BatchRow, by: Marker, leaving: Cents) {
  const now = deps.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const isOwnBatch = batch.createdBy === by.id || batch.preparerKey === by.key
  // Either of the two admins may be a second account of the other admin.
  const isNewAdmin =
    (await isYoungerThan(tx, by.id, dayAgo)) ||
    (await isYoungerThan(tx, batch.createdBy, new Date(batch.createdAt.getTime() - DAY_MS)))
  const hasNoPreparer = (await countPayers(tx, deps, batch.createdBy)) === 0
  const paying = {
    leaving,
    limit: deps.payoutAlone,
    isOwnBatch,
    hasNoPreparer,
    preparedAt: batch.createdAt,
    isNewAdmin,
    paidAlone: isOwnBatch || isNewAdmin || hasNoPreparer ? await sumPaidAlone(tx, by, dayAgo) : cents(0),
    admins: await countPayers(tx, deps),
  }
  if (needsSecondAdmin(paying, now)) throw new Problem('payouts.needs-second-admin')
}

/** Accounts that may pay out. @param id  of one account */
const countPayers = (tx: Transaction, { adminEmails, adminsNeedTwoFactor }: FourEyesDeps, id?: UserId) => {
  const mayAct = and(isAdminRow(adminEmails, PAYING), adminsNeedTwoFactor ? users.hasTwoFactor : undefined)
  return tx.$count(users, and(mayAct, id && eq(users.id, id)))
}

/** Whether an account, or the verification of its address, is newer than an instant. */
const isYoungerThan = async (tx: Transaction, id: UserId, instant: Date): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, id), or(gt(users.createdAt, instant), gt(users.emailVerifiedAt, instant))))) > 0

/** Whether the account `id`, or the verification of its address, was newer than a day at an instant. */
const wasNew = (id: SQLWrapper, at: SQLWrapper) => sql`exists (select from users u where u.id = ${id}
  and (u.created_at > ${at} - interval '1 day' or u.email_verified_at > ${at} - interval '1 day'))`

/**
 * The sum paid out since then without two established admins: several small batches count as one large batch, regardless of who
 * prepared and paid each. A paying account that is deleted counts as new.
 */
async function sumPaidAlone(tx: Transaction, { id, key }: Marker, since: Date): Promise<Cents> {
  const { createdBy, createdAt, preparerKey: preparer, paidBy, closedAt } = payoutBatches
  const isAlone = or(
    eq(paidBy, createdBy),
    and(eq(paidBy, id), eq(preparer, key)),
    wasNew(paidBy, closedAt),
    wasNew(createdBy, createdAt),
    sql`not exists (select from users u where u.id = ${paidBy})`,
  )
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${payoutLines.amount}), 0)::bigint`.mapWith(Number) })
    .from(payoutLines)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutLines.batchId))
    .where(and(isAlone, isNotNull(paidBy), gt(closedAt, since), ne(payoutLines.status, 'withdrawn')))
  return cents(row?.sum ?? 0)
}
