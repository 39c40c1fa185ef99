import Stripe from 'stripe'
import { cents } from '#shared/money.ts'
import type { Tax } from './payments-port.ts'

/** The kinds of VAT ids that Stripe knows for a country of the product's formats. Tax numbers of other countries are not sent. */
function taxIdType(country: string, vatId: string): 'ch_vat' | 'eu_vat' | 'gb_vat' | 'no_vat' | undefined {
  if (vatId === '') return undefined
  if (country === 'CH') return 'ch_vat'
  if (country === 'GB') return vatId.startsWith('XI') ? 'eu_vat' : 'gb_vat'
  if (country === 'NO') return 'no_vat'
  return EU.has(country) ? 'eu_vat' : undefined
}

const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** The errors of a place that is not precise enough, such as the United States without a postal code. */
const isUnknownPlace = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'customer_tax_location_invalid'

/** @see https://docs.stripe.com/api/tax/calculations/create */
export const stripeTax = (stripe: Stripe): Tax => ({
  async calculateTax({ amount, country, postalCode, vatId }) {
    const type = taxIdType(country, vatId)
    try {
      const calculation = await stripe.tax.calculations.create({
        currency: 'usd',
        line_items: [{ amount, reference: 'purchase', tax_behavior: 'exclusive' }],
        customer_details: {
          address: { country, ...(postalCode && { postal_code: postalCode }) },
          address_source: 'billing',
          ...(type && { tax_ids: [{ type, value: vatId }] }),
        },
      })
      const parts = calculation.tax_breakdown
      const percent = parts.reduce((sum, part) => sum + Number(part.tax_rate_details.percentage_decimal), 0)
      return {
        amount: cents(calculation.tax_amount_exclusive),
        percent: String(Number(percent.toFixed(4))),
        country: parts[0]?.tax_rate_details.country ?? country,
        isReverseCharge: parts.some(({ taxability_reason: reason }) => reason === 'reverse_charge'),
        calculation: calculation.id ?? '',
      }
    } catch (error) {
      if (isUnknownPlace(error)) return 'unknown-place'
      throw error
    }
  },
})
