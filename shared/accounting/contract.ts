import * as v from 'valibot'
import { Cents } from '#shared/money.ts'
import { DEFAULT_CODES } from './accounts.ts'

/** Of the ledger, in UTC: `2026-11`. */
export const Month = v.pipe(v.string(), v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'This is not a month.'))

/** Longest code that accounting programs read. */
const MAX_CODE = 20
const CODE = new RegExp(`^(?=.{1,${MAX_CODE}}$)[A-Za-z0-9][A-Za-z0-9.]*$`)

const Code = v.pipe(v.string(), v.trim(), v.regex(CODE, `Please use 1 to ${MAX_CODE} letters, digits and dots.`))

/** The code of each account in the accounting of the company. Two accounts may have the same one. */
export const AccountCodes = v.object({
  cash: Code,
  returned_payments: Code,
  investor_payable: Code,
  charity_payable: Code,
  tax_payable: Code,
  platform_revenue: Code,
  stripe_fees: Code,
  dispute_losses: Code,
})
export type AccountCodes = v.InferOutput<typeof AccountCodes>

const text = v.string()

/** As they are answered. The rules of a change are left out: a later release may tighten them, and stored codes are still read. */
const StoredCodes = v.object({
  ...{ cash: text, returned_payments: text, investor_payable: text, charity_payable: text },
  ...{ platform_revenue: text, stripe_fees: text, dispute_losses: text },
  /** Absent in the answer of a node of the last release. */
  tax_payable: v.optional(text, DEFAULT_CODES.tax_payable),
})

/** `GET /api/admin/accounting/codes`, and the answer to a change. */
export const AdminCodes = v.object({ codes: StoredCodes, version: v.number() })
export type AdminCodes = v.InferOutput<typeof AdminCodes>

/** `PATCH /api/admin/accounting/codes`: all codes, and the version that the owner saw. */
export const ChangeCodes = v.object({
  // A page of the last release names no code for taxes: then it stays.
  codes: v.object({ ...AccountCodes.entries, tax_payable: v.optional(Code) }),
  version: v.number(),
})
export type ChangeCodes = v.InferOutput<typeof ChangeCodes>

/**
 * `GET /api/admin/accounting?month=2026-11`, and `GET /api/admin/accounting.csv`, its file. Without a month, the last one that is
 * over; the current one before the ledger has such a month.
 */
export const MonthQuery = v.object({ month: v.optional(Month) })

export const AccountTotal = v.object({
  /** The kind of the account. One that this build does not know may be in it. */
  account: v.string(),
  code: v.string(),
  currency: v.string(),
  debit: Cents,
  credit: Cents,
})
export type AccountTotal = v.InferOutput<typeof AccountTotal>

export const AccountingMonth = v.object({
  month: v.string(),
  /** Nothing is added to it any more. */
  isOver: v.boolean(),
  /** The months that can be chosen, the latest first. */
  months: v.array(v.string()),
  /** Lines of the file, without the header. */
  rows: v.number(),
  /** The debits of every transaction equal its credits. There is no file otherwise. */
  isBalanced: v.boolean(),
  totals: v.array(AccountTotal),
})
export type AccountingMonth = v.InferOutput<typeof AccountingMonth>
