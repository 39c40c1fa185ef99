import * as v from 'valibot'
import { OrderId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind } from '#shared/orders/contract.ts'
import { MaskedDetails } from './payout-details.ts'

export const EntryKind = v.picklist(['sale', 'refund', 'refund-failed', 'dispute', 'payout'])
export type EntryKind = v.InferOutput<typeof EntryKind>

/** One line of an investor's account: the share of a sale, a refunded part of it, or a payout. */
export const EarningsEntry = v.object({
  id: v.string(),
  kind: EntryKind,
  vcId: VcId,
  /** The sale that it belongs to; null for a payout. */
  orderId: v.nullable(OrderId),
  sold: v.nullable(OrderKind),
  /** The public name of the buyer; null for a payout. */
  founderName: v.nullable(v.string()),
  projectName: v.nullable(v.string()),
  /** The amount that the buyer paid, or was refunded. */
  gross: Cents,
  /** The change of the account: positive for a share, negative for a refund and a payout. */
  amount: Cents,
  /** The receiving charity, if it is not paid to the investor. */
  charity: v.nullable(v.string()),
  /** ISO instant. */
  at: v.string(),
  /** From when on the sale's share can be paid out, unless something intervenes. */
  maturesAt: v.nullable(v.string()),
  /** Why the sale's share is on hold: an open dispute, a refund request, or a call that will not take place. */
  hold: v.nullable(v.picklist(['dispute', 'refund', 'call'])),
  /** For a payout: false until it is paid. */
  isPaid: v.boolean(),
  /** For a payout: the reference of its transfer at the bank. */
  reference: v.nullable(v.string()),
  /** For a payout at the bank: where it went, as it was then. */
  paidTo: v.optional(MaskedDetails),
})
export type EarningsEntry = v.InferOutput<typeof EarningsEntry>

/** An investor's account at one instant. Its four parts add up to the earnings that were not refunded. */
export const EarningsBalance = v.object({
  inWindow: Cents,
  held: Cents,
  /** Negative after a late refund of an amount that was paid out: it is offset by the next sales, and never claimed back. */
  payable: Cents,
  onItsWay: Cents,
  paidOut: Cents,
  /** Separate: amounts for charities. */
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
  /** ISO instant at which the balance was computed. */
  asOf: v.string(),
  balance: EarningsBalance,
  /** Latest last, without gaps. */
  months: v.array(EarningsMonth),
  /** Latest first. */
  entries: v.array(EarningsEntry),
})
export type Earnings = v.InferOutput<typeof Earnings>

/** `GET /api/earnings.csv?month=2026-11` */
export const StatementQuery = v.object({
  month: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This is not a month.'))),
})
