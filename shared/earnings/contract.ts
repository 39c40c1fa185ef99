import * as v from 'valibot'
import { OrderId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind } from '#shared/orders/contract.ts'

export const EntryKind = v.picklist(['sale', 'refund', 'refund-failed', 'dispute', 'payout'])
export type EntryKind = v.InferOutput<typeof EntryKind>

/** One line of an investor's account: a sale's share, what of it went back, or a payout. */
export const EarningsEntry = v.object({
  id: v.string(),
  kind: EntryKind,
  vcId: VcId,
  /** The sale it belongs to; null for a payout. */
  orderId: v.nullable(OrderId),
  sold: v.nullable(OrderKind),
  /** The buyer by their public name; null for a payout. */
  founderName: v.nullable(v.string()),
  projectName: v.nullable(v.string()),
  /** What the buyer paid, or got back. */
  gross: Cents,
  /** What the account changes by: a share adds, what goes back and what is paid out takes away. */
  amount: Cents,
  /** Whom it goes to, when that is a charity and not the investor. */
  charity: v.nullable(v.string()),
  /** ISO instant. */
  at: v.string(),
  /** From when on the sale's share can be paid out, if nothing comes between. */
  maturesAt: v.nullable(v.string()),
  /** What the sale's share waits for beside time: an open dispute, a refund that was asked for, a call that will not be. */
  hold: v.nullable(v.picklist(['dispute', 'refund', 'call'])),
  /** Of a payout: on its way until it is paid. */
  isPaid: v.boolean(),
  /** Of a payout: what its transfer is called at the bank. */
  reference: v.nullable(v.string()),
})
export type EarningsEntry = v.InferOutput<typeof EarningsEntry>

/** An investor's account at one moment. Its four parts are what was earned and is not given back. */
export const EarningsBalance = v.object({
  inWindow: Cents,
  held: Cents,
  /** Below zero after a late refund of what was paid out: it is made up by the next sales, and never taken back. */
  payable: Cents,
  onItsWay: Cents,
  paidOut: Cents,
  /** Beside it: what goes to charities. */
  donated: Cents,
})
export type EarningsBalance = v.InferOutput<typeof EarningsBalance>

export const EarningsMonth = v.object({
  /** `2026-11`, UTC. */
  month: v.string(),
  earned: Cents,
  donated: Cents,
  sales: v.number(),
})
export type EarningsMonth = v.InferOutput<typeof EarningsMonth>

/** `GET /api/earnings` */
export const Earnings = v.object({
  /** ISO instant: what the balance was reckoned at. */
  asOf: v.string(),
  balance: EarningsBalance,
  /** The latest last, without a gap. */
  months: v.array(EarningsMonth),
  /** The latest first. */
  entries: v.array(EarningsEntry),
})
export type Earnings = v.InferOutput<typeof Earnings>

/** `GET /api/earnings.csv?month=2026-11` */
export const StatementQuery = v.object({
  month: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This is not a month.'))),
})
