import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { payoutDetailsMissing } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import {
  type FullDetails,
  type MaskedDetails,
  NEW_DETAILS_DAYS,
  type PayeeDetails,
  REMINDER_DAYS,
} from '#shared/earnings/payout-details.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { listPayable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import { openDetails } from './payout-details.ts'
import {
  findDetails,
  listDetails,
  listReminded,
  lockDetails,
  noteDetailsSeen,
  REMINDED,
  VIEWED,
} from './payout-details-queries.ts'
import { type LineRow, lockBatch, lockLine, readPayee } from './queries.ts'

type ViewDeps = { db: Database; now: () => Date; keyring: Keyring; isConnect: boolean }
type Admin = { adminId: UserId; base: string }

const DAY_MS = 24 * 60 * 60 * 1000

const isNew = (changedAt: Date, now: Date) => now.getTime() - changedAt.getTime() < NEW_DETAILS_DAYS * DAY_MS

/** What an admin sees of the details of some payees before asking for them. A payee without details is in the result. */
export async function listPayeeDetails(db: Queryable, userIds: (UserId | null)[], now: Date): Promise<Map<UserId, PayeeDetails>> {
  const payees = [...new Set(userIds.filter((id) => id !== null))]
  const [stored, reminded] = [await listDetails(db, payees), await listReminded(db, payees)]
  return new Map(
    payees.map((id) => {
      const row = stored.get(id)
      return [
        id,
        {
          masked: row?.masked ?? null,
          changedAt: row?.changedAt.toISOString() ?? null,
          isNew: row !== undefined && isNew(row.changedAt, now),
          remindedAt: reminded.get(id)?.toISOString() ?? null,
        },
      ]
    }),
  )
}

/**
 * Where each line that an admin has paid at the bank went, by line; charities have no details here. The details are locked until
 * the transaction ends. Details that changed after the batch was prepared must have been viewed since: the admin may have paid to
 * the earlier ones. Details that an admin has viewed count also when they have been removed since: the transfer may have been made,
 * and a line that could only be taken out would be paid twice.
 *
 * @throws Problem `payouts.no-details`, `payouts.details-changed`
 */
export async function requirePaidTo(tx: Transaction, lines: LineRow[], preparedAt: Date): Promise<Map<string, MaskedDetails>> {
  const toInvestors = lines.flatMap((line) => (line.userId === null ? [] : [{ ...line, userId: line.userId }]))
  const stored = await lockDetails(
    tx,
    toInvestors.map(({ userId }) => userId),
  )
  return new Map(
    toInvestors.flatMap(({ id, userId, detailsSeenAt, paidTo }): [string, MaskedDetails][] => {
      const details = stored.get(userId)
      // Prepared by the previous release, which knew no details.
      if (!details && paidTo === null) return []
      if (!details && paidTo && detailsSeenAt) return [[id, paidTo]]
      if (!details) throw new Problem('payouts.no-details')
      const isUnseen = detailsSeenAt === null || detailsSeenAt < details.changedAt
      if (isUnseen && details.changedAt > preparedAt) throw new Problem('payouts.details-changed')
      return [[id, details.masked]]
    }),
  )
}

/**
 * The full details of a line's payee, for the transfer at the bank. Only while the line waits to be paid, and only those that the
 * payee entered: a record that another account owns now is refused. Each view is in the audit log.
 *
 * @throws Problem `not-found`, `payouts.closed`, `payouts.not-covered`, `payouts.no-details`
 */
export const showDetails = (
  { db, now, keyring, isConnect }: ViewDeps,
  { adminId }: Admin,
  batchId: string,
  lineId: string,
): Promise<FullDetails> =>
  db.transaction(async (tx) => {
    if (isConnect) throw new Problem('not-found')
    const batch = await lockBatch(tx, batchId)
    const line = await lockLine(tx, lineId)
    if (!batch || line?.batchId !== batchId || line.userId === null) throw new Problem('not-found')
    if (batch.status !== 'open' || line.status !== 'open') throw new Problem('payouts.closed')
    if (line.accountKind === 'investor_payable' && !(await readPayee(tx, line)).isTheirs) throw new Problem('payouts.not-covered')
    const row = await findDetails(tx, line.userId)
    if (!row) throw new Problem('payouts.no-details')
    await noteDetailsSeen(tx, lineId, now(), row.masked)
    await audit(tx, adminId, line.userId, VIEWED, { line: lineId, lastFour: row.masked.lastFour })
    return {
      details: await openDetails(keyring, row),
      changedAt: row.changedAt.toISOString(),
      isNew: isNew(row.changedAt, now()),
    }
  })

/**
 * Asks an investor by mail to enter payout details, once within `REMINDER_DAYS`.
 *
 * @throws Problem `not-found`, `review.moved-on` when there are details now, `too-many-requests`
 */
export const remindPayee = ({ db, now, isConnect }: ViewDeps, { adminId, base }: Admin, account: string) =>
  db.transaction(async (tx) => {
    if (isConnect) throw new Problem('not-found')
    // Two admins who remind one investor wait for each other.
    await lockPayouts(tx)
    const payee = (await listPayable(tx, now())).find((one) => one.account === account)
    if (!payee?.userId || !payee.email || payee.amount <= 0) throw new Problem('not-found')
    const { userId, email, payable } = payee
    if (await findDetails(tx, userId)) throw new Problem('review.moved-on')
    const last = (await listReminded(tx, [userId])).get(userId)
    if (last && now().getTime() - last.getTime() < REMINDER_DAYS * DAY_MS)
      throw new Problem('too-many-requests', `This investor was reminded less than ${REMINDER_DAYS} days ago.`)
    await audit(tx, adminId, userId, REMINDED, {}, now())
    const notice = {
      kind: 'payout-details-needed',
      subject: now().toISOString(),
      facts: { amount: payable },
      now: now(),
    } as const
    await writeNotice(tx, { userId }, notice)
    await queueMail(tx, {
      to: email,
      template: 'payout-details-missing',
      message: payoutDetailsMissing({ payee: payee.payee, amount: payable, base }),
    })
    return { remindedAt: now().toISOString() }
  })

const audit = (tx: Transaction, actorId: UserId, userId: UserId, action: string, after: object, createdAt?: Date) =>
  writeAuditEntry(tx, {
    actorId,
    action,
    targetType: 'account',
    targetId: userId,
    before: null,
    after,
    ...(createdAt && { createdAt }),
  })
