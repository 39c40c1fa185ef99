import * as v from 'valibot'
import { Cents } from '#shared/money.ts'
import { OrderAlert } from '#shared/orders/alert.ts'
import { MaskedDetails, PayeeDetails } from './payout-details.ts'

const Payee = {
  /** The ledger account. */
  account: v.string(),
  payee: v.string(),
  email: v.nullable(v.string()),
}

export const PayoutLine = v.object({
  ...Payee,
  id: v.string(),
  amount: Cents,
  /** `sending`: the provider has not confirmed the transfer yet. */
  status: v.picklist(['open', 'sending', 'paid', 'withdrawn']),
  /** Fixed when its batch is created: an admin transfers it at the bank, or the provider does when the batch is sent. */
  goes: v.picklist(['by-hand', 'by-transfer']),
  transferId: v.nullable(v.string()),
  /** Why the provider rejected the transfer; the amount is payable again, by hand. */
  failure: v.nullable(v.string()),
  /** Since when the provider's balance has not covered its transfer, if it does not. */
  waitsSince: v.nullable(v.string()),
  /** An admin has withdrawn it; it is released unless its transfer has already been made. */
  isStopping: v.optional(v.boolean()),
  /**
   * Whether the currently payable amount still covers it, for the same payee: a refund, a dispute or another owner may have
   * changed that.
   */
  isCovered: v.boolean(),
  /** Of a line that an admin pays at the bank; absent for a charity, and where the provider pays investors. */
  details: v.optional(PayeeDetails),
  /** Where the line went; of a line that is not paid yet, the details that an admin has viewed. */
  paidTo: v.optional(MaskedDetails),
})
export type PayoutLine = v.InferOutput<typeof PayoutLine>

export const PayoutBatch = v.object({
  id: v.string(),
  status: v.picklist(['open', 'paid', 'withdrawn']),
  reference: v.nullable(v.string()),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  /** Sum of the lines that are not withdrawn. */
  total: Cents,
  lines: v.array(PayoutLine),
})
export type PayoutBatch = v.InferOutput<typeof PayoutBatch>

/** One ledger account with a payable or negative balance. */
export const PayableAccount = v.object({
  ...Payee,
  amount: Cents,
  /** The part that the next batch would pay: less while another account of the same person is negative. */
  payable: Cents,
  /**
   * `ready` for the next batch; `small` is below the minimum; `nobody` has no user account to be paid; `negative` is offset by
   * later sales; `withheld`: another account of the same person is negative, the listing is revoked, or it has not been approved
   * again since its account was reset.
   */
  standing: v.picklist(['ready', 'small', 'nobody', 'negative', 'withheld']),
  /** Without masked details a `ready` account is not part of the next batch. Absent as for a line. */
  details: v.optional(PayeeDetails),
})
export type PayableAccount = v.InferOutput<typeof PayableAccount>

/** `GET /api/admin/payouts` */
export const AdminPayouts = v.object({
  minimum: Cents,
  /** How much may be paid out within a day without a second person. Absent from a node of the previous release. */
  alone: v.optional(Cents),
  /** Largest first. */
  accounts: v.array(PayableAccount),
  /** Latest first. */
  batches: v.array(PayoutBatch),
})
export type AdminPayouts = v.InferOutput<typeof AdminPayouts>

/** `POST /api/admin/payouts/{id}/pay`: the money was transferred, with this reference at the bank. */
export const PayBatch = v.object({
  reference: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Please enter the reference of the transfer.'),
    v.maxLength(120, 'This reference is too long.'),
  ),
})
export type PayBatch = v.InferOutput<typeof PayBatch>

/** A violated ledger invariant. */
export const BookViolation = v.object({
  rule: v.string(),
  subject: v.string(),
  detail: v.string(),
  foundAt: v.string(),
  seenAt: v.string(),
})
export type BookViolation = v.InferOutput<typeof BookViolation>

/** `GET /api/admin/books` */
export const AdminLedgerChecks = v.object({
  violations: v.array(BookViolation),
  /** Orders that require manual review. */
  alerts: v.array(
    v.object({
      orderId: v.string(),
      title: v.string(),
      alert: OrderAlert,
      detail: v.nullable(v.string()),
      createdAt: v.string(),
    }),
  ),
  /** Every kind of account and its balance, with signs for display: assets and liabilities are both positive. */
  balances: v.array(
    v.object({
      account: v.string(),
      amount: Cents,
      /** US dollars if absent; the provider charges its fees in its settlement currency. */
      currency: v.optional(v.string()),
    }),
  ),
  /** When each check last finished; null when it never did. */
  checkedAt: v.nullable(v.string()),
  balanceReadAt: v.nullable(v.string()),
})
export type AdminLedgerChecks = v.InferOutput<typeof AdminLedgerChecks>
