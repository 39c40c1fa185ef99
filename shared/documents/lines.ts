import { companyLabels } from '#shared/company/details.ts'
import { cents, formatCents } from '#shared/money.ts'
import { billingLabels } from './billing.ts'
import type { DocumentKind, OrderDocument } from './contract.ts'
import { taxLabel } from './tax.ts'

export const documentTitles: Record<DocumentKind, string> = { invoice: 'Invoice', 'credit-note': 'Credit note' }

const REASONS: Record<string, string> = {
  refund: 'Refund',
  'refund-failed': 'A refund that the bank returned',
  dispute: 'The payment was returned to the card',
  'dispute-won': 'The payment was received again',
  correction: 'Correction of the buyer’s details',
}

/** Why it was issued, in a few words; nothing for the invoice of a payment. */
export const reasonOf = ({ reason }: OrderDocument): string | undefined => REASONS[reason]

type Amounts = { item: string; taxes: [label: string, value: string][]; total: string }

/**
 * The amounts as they are printed: those of a credit note are negative. The item is without the tax, where there is one. No line says
 * that no tax was calculated, or that none is owed.
 */
export function amountsOf({ tax, amount, kind }: OrderDocument, countryName: (code: string) => string): Amounts {
  const print = (cent: number) => formatCents(cents(kind === 'credit-note' && cent !== 0 ? -cent : cent))
  const label = tax && taxLabel(tax, countryName)
  const taxes: Amounts['taxes'] = tax && label !== undefined ? [[label, print(tax.amount)]] : []
  return { item: print(amount - (tax?.amount ?? 0)), taxes, total: print(amount) }
}

/** The lines that name the seller. */
export function sellerLines({ seller: { name, address, registration, vatId, email } }: OrderDocument): string[] {
  return filled([name, ...address.split('\n'), registration, vatId && `${companyLabels.vatId} ${vatId}`, email])
}

/** The lines that name the buyer; none where the buyer is not named. @param countryName  of an ISO code */
export function buyerLines({ buyer }: OrderDocument, countryName: (code: string) => string | undefined): string[] {
  const { name, address, postalCode, country, vatId } = buyer
  return filled([
    name,
    ...address.split('\n'),
    postalCode,
    country && (countryName(country) ?? country),
    vatId && `${billingLabels.vatId} ${vatId}`,
  ])
}

const filled = (lines: string[]) => lines.filter((line) => line !== '')
