import * as v from 'valibot'
import { Cents } from '#shared/money.ts'
import { OrderAlert } from '#shared/orders/alert.ts'

const Payee = {
  /** Of the ledger. */
  account: v.string(),
  payee: v.string(),
  email: v.nullable(v.string()),
}

export const PayoutLine = v.object({
  ...Payee,
  id: v.string(),
  amount: Cents,
  /** `sending`: the provider is yet to say that it has transferred it. */
  status: v.picklist(['open', 'sending', 'paid', 'withdrawn']),
  /** Decided when its batch is made: an admin transfers it at the bank, or the provider does when the batch is sent. */
  goes: v.picklist(['by-hand', 'by-transfer']),
  transferId: v.nullable(v.string()),
  /** Why the provider would not transfer it; it is payable again, by hand. */
  failure: v.nullable(v.string()),
  /** Since when the provider's balance does not cover its transfer, while that is so. */
  waitsSince: v.nullable(v.string()),
  /** An admin has taken it out, and it is given back unless its transfer is made already. */
  isStopping: v.optional(v.boolean()),
  /** What is payable now still pays for it, and to whom it was prepared for: a refund or dispute may have come between, or another owner. */
  isCovered: v.boolean(),
})
export type PayoutLine = v.InferOutput<typeof PayoutLine>

export const PayoutBatch = v.object({
  id: v.string(),
  status: v.picklist(['open', 'paid', 'withdrawn']),
  reference: v.nullable(v.string()),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  /** Of the lines that are not withdrawn. */
  total: Cents,
  lines: v.array(PayoutLine),
})
export type PayoutBatch = v.InferOutput<typeof PayoutBatch>

/** One account with something payable, or less than nothing. */
export const PayableAccount = v.object({
  ...Payee,
  amount: Cents,
  /** Of it, what the next batch would pay: less while another account of the same person is below zero. */
  payable: Cents,
  /**
   * `ready` for the next batch; `small` waits for more; `nobody` has no account here to be paid; `negative` is made up by
   * sales, of which `withheld` is one: another account of the same person is below zero, the listing is revoked, or it is not
   * approved again since its account started over.
   */
  standing: v.picklist(['ready', 'small', 'nobody', 'negative', 'withheld']),
})
export type PayableAccount = v.InferOutput<typeof PayableAccount>

/** `GET /api/admin/payouts` */
export const AdminPayouts = v.object({
  minimum: Cents,
  /** The largest first. */
  accounts: v.array(PayableAccount),
  /** The latest first. */
  batches: v.array(PayoutBatch),
})
export type AdminPayouts = v.InferOutput<typeof AdminPayouts>

/** `POST /api/admin/payouts/{id}/pay`: the money has left, under this name at the bank. */
export const PayBatch = v.object({
  reference: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Please enter the reference of the transfer.'),
    v.maxLength(120, 'This reference is too long.'),
  ),
})
export type PayBatch = v.InferOutput<typeof PayBatch>

/** Something that must hold of the books and does not. */
export const BookViolation = v.object({
  rule: v.string(),
  subject: v.string(),
  detail: v.string(),
  foundAt: v.string(),
  seenAt: v.string(),
})
export type BookViolation = v.InferOutput<typeof BookViolation>

/** `GET /api/admin/books` */
export const AdminBooks = v.object({
  violations: v.array(BookViolation),
  /** Orders that need a person. */
  alerts: v.array(
    v.object({
      orderId: v.string(),
      title: v.string(),
      alert: OrderAlert,
      detail: v.nullable(v.string()),
      createdAt: v.string(),
    }),
  ),
  /** Every kind of account and what stands in it, as a person counts: what we have and what we owe are both above zero. */
  balances: v.array(
    v.object({
      account: v.string(),
      amount: Cents,
      /** US dollars where it is absent; the provider takes its fees in the currency that it settles in. */
      currency: v.optional(v.string()),
    }),
  ),
  /** When each round last ended; null when it never did. */
  checkedAt: v.nullable(v.string()),
  balanceReadAt: v.nullable(v.string()),
})
export type AdminBooks = v.InferOutput<typeof AdminBooks>
