import { newId } from '#server/database/new-id.ts'
import { unixSeconds } from './events.ts'
import { type Action, ok } from './idempotent-request.ts'
import { readAmount, readCurrency } from './intents.ts'
import { invalidRequest } from './stripe-error.ts'

/** Fixed rates, in percent. No tax is collected in other countries. */
const RATES: Record<string, number> = {
  ...{
    AT: 20,
    BE: 21,
    CH: 8.1,
    DE: 19,
    DK: 25,
    ES: 21,
    FI: 25.5,
    FR: 20,
    GB: 20,
    IE: 23,
    IT: 22,
    NL: 21,
    NO: 25,
    PL: 23,
    SE: 25,
  },
  US: 8.875,
}
const DAYS = 90
const ADDRESS = 'customer_details[address]'

/** A calculation in Stripe's shape. It is not stored: the product never reads one again. */
export const createCalculation: Action = async ({ form, now }) => {
  const amount = readAmount(form.get('line_items[0][amount]'), 'line_items[0][amount]')
  if (form.get('line_items[0][tax_behavior]') !== 'exclusive')
    throw invalidRequest('tax_behavior must be exclusive.', { param: 'line_items[0][tax_behavior]' })
  const country = form.get(`${ADDRESS}[country]`) ?? ''
  const postalCode = form.get(`${ADDRESS}[postal_code]`)
  if (!/^[A-Z]{2}$/.test(country) || (country === 'US' && !postalCode))
    throw invalidRequest('The customer’s location could not be determined.', {
      code: 'customer_tax_location_invalid',
      param: 'customer_details[address]',
    })
  const isReverse = form.has('customer_details[tax_ids][0][value]') && country in RATES
  const percent = isReverse ? 0 : (RATES[country] ?? 0)
  const tax = Math.round((amount * percent) / 100)
  return ok({
    id: newId('taxcalc'),
    object: 'tax.calculation',
    livemode: false,
    currency: readCurrency(form.get('currency'), 'currency'),
    amount_total: amount + tax,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_date: unixSeconds(now),
    expires_at: unixSeconds(now) + DAYS * 24 * 60 * 60,
    tax_breakdown: [
      {
        amount: tax,
        inclusive: false,
        taxable_amount: amount,
        taxability_reason: isReverse ? 'reverse_charge' : country in RATES ? 'standard_rated' : 'not_collecting',
        tax_rate_details: {
          country,
          percentage_decimal: String(percent),
          state: null,
          tax_type: country in RATES ? 'vat' : null,
        },
      },
    ],
  })
}
