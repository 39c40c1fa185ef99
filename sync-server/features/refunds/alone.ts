import type { Transaction } from '#server/database/client.ts'
import { ALONE_WITHIN_A_DAY } from '#shared/earnings/four-eyes.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { hasWarning, lockRefunder, type OrderRow, sumSentBy } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Rejects a refund without a request, once its admin has refunded as much within a day as one admin may pay out alone. The share
 * of an old sale has been paid out, so that such a refund is a loss of the platform, and one stolen session could refund every
 * sale there ever was. A fraud warning of a card network counts as a request. The first refund of a day is never rejected,
 * regardless of its amount, nor is another attempt of it.
 *
 * @throws Problem `refunds.needs-second-admin`
 */
export async function refuseAlone(tx: Transaction, adminId: UserId, { id, amount }: OrderRow, now: Date) {
  if (await hasWarning(tx, id)) return
  await lockRefunder(tx, adminId)
  const sent = await sumSentBy(tx, { adminId, except: id, since: new Date(now.getTime() - DAY_MS) })
  if (sent > 0 && sent + amount > ALONE_WITHIN_A_DAY) throw new Problem('refunds.needs-second-admin')
}
