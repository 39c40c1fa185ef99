import { type Cents, cents } from '#shared/money.ts'
import type { OrderDocument } from './contract.ts'

type Entry = Pick<OrderDocument, 'number' | 'kind' | 'corrects' | 'amount'>

/** An invoice, and what no credit note has taken from it. */
export type OpenInvoice = { number: string; left: Cents }

/** The invoices of a purchase that are not credited in full, the newest first. `documents` are in the order of their issue. */
export function openInvoices(documents: readonly Entry[]): OpenInvoice[] {
  const invoices: OpenInvoice[] = []
  for (const { number, kind, corrects, amount } of documents) {
    if (kind === 'invoice') invoices.unshift({ number, left: amount })
    else takeFrom(invoices, corrects, amount)
  }
  return invoices.filter(({ left }) => left > 0)
}

function takeFrom(invoices: OpenInvoice[], numbers: readonly string[], amount: Cents) {
  let rest: number = amount
  for (const number of numbers) {
    const invoice = invoices.find((one) => one.number === number)
    if (!invoice) continue
    const taken = Math.min(rest, invoice.left)
    invoice.left = cents(invoice.left - taken)
    rest -= taken
  }
}

/** The invoices that a credit note of this amount reduces, the newest first. */
export function creditedBy(open: readonly OpenInvoice[], amount: Cents): string[] {
  let rest: number = amount
  return open.flatMap(({ number, left }) => {
    if (rest <= 0) return []
    rest -= left
    return [number]
  })
}

export const sumLeft = (open: readonly OpenInvoice[]): Cents => cents(open.reduce((sum, { left }) => sum + left, 0))
