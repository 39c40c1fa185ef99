import * as v from 'valibot'
import { COUNTRIES } from '#shared/earnings/countries.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import { compactVatId, isVatIdOf } from './vat-id.ts'

const MAX_ADDRESS_LINES = 5

const asLines = (text: string) => text.split('\n').map(cleanLine).filter(Boolean).join('\n')

const Name = v.pipe(v.string(), v.maxLength(200, 'Please use at most 200 characters.'), v.transform(cleanLine))

const Address = v.pipe(
  v.string(),
  v.maxLength(400, 'Please use at most 400 characters.'),
  v.transform((typed) => asLines(cleanText(typed))),
  v.check((text) => text.split('\n').length <= MAX_ADDRESS_LINES, `Please use at most ${MAX_ADDRESS_LINES} lines.`),
)

/** ISO 3166-1, two letters; empty for none. */
const Country = v.pipe(
  v.string(),
  v.check((code) => code === '' || COUNTRIES.includes(code), 'Please choose a country.'),
)

const VatId = v.pipe(v.string(), v.maxLength(40), v.transform(compactVatId))

const PostalCode = v.pipe(v.string(), v.maxLength(20, 'Please use at most 20 characters.'), v.transform(cleanLine))

const entries = { name: Name, address: Address, postalCode: PostalCode, country: Country, vatId: VatId }

/** The buyer as invoices name it. A part that is not given is empty. */
export const BillingDetails = v.pipe(
  v.object(entries),
  v.forward(
    v.partialCheck(
      [['country'], ['vatId']],
      ({ country, vatId }) => vatId === '' || country !== '',
      'Please choose the country of the VAT ID.',
    ),
    ['country'],
  ),
  v.forward(
    v.partialCheck(
      [['country'], ['vatId']],
      ({ country, vatId }) => country === '' || isVatIdOf(country, vatId),
      'This is not a VAT ID of this country.',
    ),
    ['vatId'],
  ),
)
export type BillingDetails = v.InferOutput<typeof BillingDetails>
export type BillingField = keyof BillingDetails

export const NO_BILLING: BillingDetails = { name: '', address: '', postalCode: '', country: '', vatId: '' }
export const BILLING_FIELDS = Object.keys(NO_BILLING) as BillingField[]

export const billingLabels: Record<BillingField, string> = {
  name: 'Company or full name',
  address: 'Address',
  postalCode: 'Postal code',
  country: 'Country',
  vatId: 'VAT ID',
}

const text = v.string()

/** As they are answered. The rules of a change are left out: a later release may tighten them, and stored details are still read. */
export const StoredBilling = v.object({ name: text, address: text, postalCode: text, country: text, vatId: text })

/** `GET /api/billing-details`, and the answer to a change. */
export const OwnBilling = v.object({ details: StoredBilling, version: v.number() })
export type OwnBilling = v.InferOutput<typeof OwnBilling>

/** `PATCH /api/billing-details`: all parts, and the version that the buyer saw. */
export const ChangeBilling = v.object({ details: BillingDetails, version: v.number() })
export type ChangeBilling = v.InferOutput<typeof ChangeBilling>
