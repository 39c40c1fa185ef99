import type { Database, Queryable } from '#server/database/client.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { AdminDisputes, AdminRefund } from '#shared/refunds/admin.ts'
import { evidenceOf } from '#shared/refunds/evidence.ts'
import {
  countDueDisputes,
  countDueRequests,
  listDisputes,
  listRequests,
  listWarnings,
  type PurchaseRow,
} from './admin-queries.ts'
import { presentWhole } from './present.ts'
import type { RequestRow } from './queries.ts'

type AdminDeps = { db: Database; now: () => Date }

type Listed = Awaited<ReturnType<typeof listRequests>>[number]

function presentRequest({ request, refundsBefore, report, ...row }: Listed): AdminRefund {
  const doc = {
    ...presentPurchase(row),
    ...presentWhole(request),
    origin: request.origin,
    ruleReason: request.ruleReason,
    alert: request.alert,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    report: report?.missing && report.at ? { missing: report.missing, at: report.at.toISOString() } : null,
    contest: report?.contestedAt ? { at: report.contestedAt.toISOString(), reason: report.contestReason ?? '' } : null,
  }
  // The number of refunds changes with time and with other orders, so it is not part of the version. The cap is checked
  // separately.
  return { ...doc, refundsBefore, version: docVersion(doc) }
}

const presentPurchase = ({ order, account, viewedAt }: PurchaseRow) => ({
  orderId: order.id,
  kind: order.kind,
  title: order.snapshot.title,
  amount: order.amount,
  orderStatus: order.status,
  paidAt: order.paidAt?.toISOString() ?? null,
  buyer: {
    name: fullName(account),
    email: order.snapshot.receiptEmail ?? account?.email ?? null,
    hasAccount: account !== null,
  },
  firstViewedAt: viewedAt?.toISOString() ?? null,
})

export async function listRefunds({ db, now }: AdminDeps): Promise<AdminRefund[]> {
  return (await listRequests(db, now())).map(presentRequest)
}

export async function readRefund({ db, now }: { db: Queryable; now: () => Date }, id: string): Promise<AdminRefund> {
  const [row] = await listRequests(db, now(), id)
  if (!row) throw new Error(`Refund request ${id} not found`)
  return presentRequest(row)
}

/** Admins are reminded of a dispute this long before its due date. */
const DISPUTE_NOTICE_MS = 3 * 24 * 60 * 60 * 1000

/** The number of overdue refunds, and of disputes due soon. */
export const countOverdueRefunds = async ({ db, now }: AdminDeps) => ({
  refunds: await countDueRequests(db, now()),
  disputes: await countDueDisputes(db, new Date(now().getTime() + DISPUTE_NOTICE_MS)),
})

/** Disputes and fraud warnings against payments, each with the evidence for an answer. */
export async function listDisputesAndWarnings({ db }: AdminDeps): Promise<AdminDisputes> {
  const disputes = (await listDisputes(db)).map(({ dispute, request, ...row }) => ({
    ...presentPurchase(row),
    id: dispute.id,
    status: dispute.status,
    reason: dispute.reason,
    disputedAmount: dispute.amount,
    openedAt: dispute.openedAt.toISOString(),
    dueAt: dispute.dueAt?.toISOString() ?? null,
    evidence: evidence(row, request),
  }))
  const warnings = (await listWarnings(db)).map(({ warning, request, ...row }) => ({
    ...presentPurchase(row),
    id: warning.id,
    fraudType: warning.fraudType,
    warnedAt: warning.warnedAt.toISOString(),
    isOpen: warning.dismissedAt === null && row.order.status === 'paid' && request?.status !== 'approved',
  }))
  return { disputes, warnings }
}

const evidence = (row: PurchaseRow, request: RequestRow | null) =>
  evidenceOf({
    ...presentPurchase(row),
    receiptNumber: row.receipt?.number ?? null,
    withdrawal: row.order.snapshot.withdrawal ?? null,
    refund: request && { ...presentWhole(request), origin: request.origin, ruleReason: request.ruleReason },
  })
