import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { payoutBatches, payoutLines, users } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/db.ts'
import { isAdminRow } from '#server/features/accounts/admin-rights.ts'
import { needsSecondAdmin } from '#shared/earnings/four-eyes.ts'
import type { UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { BatchRow } from './payout-queries.ts'

export type FourEyesDeps = { now: () => Date; adminEmails: readonly string[]; adminsNeedTwoFactor: boolean }

const DAY_MS = 24 * 60 * 60 * 1000

/** @throws Problem `payouts.needs-second-admin` */
export async function refuseAlone(tx: Transaction, deps: FourEyesDeps, batch: BatchRow, by: UserId, leaving: Cents) {
  const now = deps.now()
  const isOwnBatch = batch.createdBy === by
  const paying = {
    leaving,
    isOwnBatch,
    preparedAt: batch.createdAt,
    paidAlone: isOwnBatch ? await sumPaidAlone(tx, by, new Date(now.getTime() - DAY_MS)) : cents(0),
    admins: await countAdmins(tx, deps),
  }
  if (needsSecondAdmin(paying, now)) throw new Problem('payouts.needs-second-admin')
}

/** Who may act as an admin. */
const countAdmins = (tx: Transaction, { adminEmails, adminsNeedTwoFactor }: FourEyesDeps) =>
  tx.$count(users, and(isAdminRow(adminEmails), adminsNeedTwoFactor ? users.hasTwoFactor : undefined))

/** What an admin has both prepared and marked as paid since then: small batches in a row are one large one. */
async function sumPaidAlone(tx: Transaction, by: UserId, since: Date): Promise<Cents> {
  const isAlone = and(eq(payoutBatches.createdBy, by), eq(payoutBatches.paidBy, by))
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${payoutLines.amount}), 0)::bigint`.mapWith(Number) })
    .from(payoutLines)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutLines.batchId))
    .where(and(isAlone, gt(payoutBatches.closedAt, since), ne(payoutLines.status, 'withdrawn')))
  return cents(row?.sum ?? 0)
}
