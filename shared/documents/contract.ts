import * as v from 'valibot'
import { Cents } from '#shared/money.ts'
import { BillingDetails, StoredBilling } from './billing.ts'
import { IncludedTax } from './tax.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit-note'] as const
export const DocumentKind = v.picklist(DOCUMENT_KINDS)
export type DocumentKind = v.InferOutput<typeof DocumentKind>

const PREFIX: Record<DocumentKind, string> = { invoice: 'INV', 'credit-note': 'CN' }

/** `INV-2026-000001`. Each kind begins again with 1 in each year. */
export const documentNumber = (kind: DocumentKind, year: number, sequence: number): string =>
  `${PREFIX[kind]}-${year}-${String(sequence).padStart(6, '0')}`

const text = v.string()

/** Why a document was issued. A client shows a reason that it does not know as none. */
export type DocumentReason = 'payment' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won' | 'correction'

/** An invoice or a credit note, as it was issued. Nothing of it changes afterwards. */
export const OrderDocument = v.object({
  /** `INV-2026-000001`, `CN-2026-000001`. */
  number: text,
  kind: DocumentKind,
  /** ISO instant. */
  issuedAt: text,
  /** When it was paid, as an ISO instant. */
  suppliedAt: text,
  reason: text,
  /** The numbers of the documents that it corrects or replaces. */
  corrects: v.array(text),
  seller: v.object({ name: text, address: text, registration: text, vatId: text, email: text }),
  buyer: StoredBilling,
  title: text,
  /** Of the purchase. */
  item: text,
  /** Never negative: a credit note reduces by it. */
  amount: Cents,
  currency: text,
  /** The tax in the amount. Absent where none was calculated. */
  tax: v.optional(IncludedTax),
})
export type OrderDocument = v.InferOutput<typeof OrderDocument>

/** What is stored with the number of a document. */
export type DocumentContent = Omit<OrderDocument, 'number' | 'kind' | 'issuedAt' | 'corrects' | 'reason'> & {
  reason: DocumentReason
}

/** Of one purchase. Each correction uses two numbers. */
export const MAX_CORRECTIONS = 5

/** After the first invoice of a purchase. */
export const CORRECTION_DAYS = 365

/**
 * `POST /api/orders/{orderId}/invoice-correction`: the buyer as a new invoice names it.
 * `replaces`: the newest invoice that the buyer saw.
 */
export const CorrectInvoice = v.object({ replaces: v.pipe(text, v.maxLength(40)), details: BillingDetails })
export type CorrectInvoice = v.InferOutput<typeof CorrectInvoice>

/** All documents of the purchase, in the order of their issue. */
export const OrderDocuments = v.object({ documents: v.array(OrderDocument) })
