import { readBuyer } from '#server/features/billing/service.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOpenOrder } from '#server/features/orders/queries.ts'
import type { TaxPlace } from '#server/payments/payments-port.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { cents } from '#shared/money.ts'
import type { Purchase } from './purchase.ts'

type Deps = Pick<OrderDeps, 'db' | 'payments' | 'taxCountry'>

/**
 * Adds the tax to the price of a purchase, where the installation calculates taxes. An open order of the same price and place keeps
 * its tax: it is calculated again only when one of them changes, and then the order has a new attempt.
 */
export async function addTax({ db, payments, taxCountry }: Deps, purchase: Purchase): Promise<Purchase> {
  if (taxCountry === undefined) return purchase
  const { country, postalCode, vatId } = await readBuyer(db, purchase.principalId)
  const elsewhere = { country: taxCountry, postalCode: '', vatId: '' }
  const place: TaxPlace = country === '' ? elsewhere : { country, postalCode, vatId }
  const basis = docVersion({ price: purchase.amount, ...place })
  const earlier = (await findOpenOrder(db, purchase))?.snapshot.tax
  const tax = earlier?.basis === basis ? earlier : { ...(await calculate(payments, purchase, place, elsewhere)), basis }
  return { ...purchase, amount: cents(purchase.amount + tax.amount), snapshot: { ...purchase.snapshot, tax } }
}

/** A place that is not precise enough for the provider counts as the country of buyers who have named none. */
async function calculate(payments: Deps['payments'], { amount }: Purchase, place: TaxPlace, elsewhere: TaxPlace) {
  const answer = await payments.calculateTax({ amount, ...place })
  const known = answer === 'unknown-place' ? await payments.calculateTax({ amount, ...elsewhere }) : answer
  if (known === 'unknown-place') throw new Error(`No tax can be calculated for ${elsewhere.country}`)
  return known
}
