import { type Cents, cents } from '#shared/money.ts'
import { openInvoices, sumLeft } from './balance.ts'
import { CORRECTION_DAYS, MAX_CORRECTIONS, type OrderDocument } from './contract.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Document = Pick<OrderDocument, 'number' | 'kind' | 'corrects' | 'amount' | 'tax' | 'reason' | 'issuedAt'>

/**
 * What a correction now would cancel and issue again. `numbers`: the invoices with a rest, the newest first. `tax`: in the amount; a
 * correction changes no tax.
 */
export type Correction = { numbers: string[]; amount: Cents; tax: Cents }

/** The newest invoice of a purchase: a buyer corrects this one. `documents` are in the order of their issue. */
export const currentInvoice = <One extends Pick<OrderDocument, 'kind'>>(documents: readonly One[]): One | undefined =>
  documents.findLast(({ kind }) => kind === 'invoice')

/** `undefined` when nothing is left of the invoices, a year has passed since the first one, or there were five corrections. */
export function correctionOf(documents: readonly Document[], now: Date): Correction | undefined {
  const [first] = documents
  if (!first || now.getTime() > Date.parse(first.issuedAt) + CORRECTION_DAYS * DAY_MS) return undefined
  const made = documents.filter(({ kind, reason }) => kind === 'invoice' && reason === 'correction').length
  const open = openInvoices(documents)
  if (made >= MAX_CORRECTIONS || open.length === 0) return undefined
  const tax = documents.reduce((sum, { kind, tax }) => sum + (kind === 'invoice' ? 1 : -1) * (tax?.amount ?? 0), 0)
  return { numbers: open.map(({ number }) => number), amount: sumLeft(open), tax: cents(tax) }
}
