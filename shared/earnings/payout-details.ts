import * as v from 'valibot'

/** For this long after a change of the details, an admin who pays sees a warning: a stolen session must not redirect money. */
export const NEW_DETAILS_DAYS = 7

/** An investor without details is reminded once in this time. */
export const REMINDER_DAYS = 7

/** Also the limit of a name in a SEPA transfer. */
export const MAX_HOLDER_LENGTH = 70
export const MAX_BANK_NAME_LENGTH = 100
export const MAX_NUMBER_LENGTH = 64

const number = v.pipe(v.string(), v.maxLength(MAX_NUMBER_LENGTH, 'This is too long.'))

const Common = {
  holder: v.pipe(v.string(), v.trim(), v.maxLength(MAX_HOLDER_LENGTH, 'This name is too long.')),
  /** Of the bank, as ISO 3166-1 alpha-2. */
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Select the country of the bank.')),
  bankName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_BANK_NAME_LENGTH, 'This name is too long.'))),
}

/**
 * `PUT /api/earnings/payout-details`: where an investor is paid. Numbers may have spaces and hyphens. The rules of a country are
 * checked by `detailsProblems`.
 */
export const PayoutDetails = v.variant('kind', [
  v.object({ kind: v.literal('iban'), ...Common, iban: number }),
  v.object({
    kind: v.literal('account-number'),
    ...Common,
    accountNumber: number,
    /** Has another name in each country, such as routing number or sort code. */
    routing: v.optional(number),
    /** Also called SWIFT code. */
    bic: v.optional(number),
  }),
])
export type PayoutDetails = v.InferOutput<typeof PayoutDetails>
export type PayoutDetailsKind = PayoutDetails['kind']

/** What is shown of the details once they are stored. */
export const MaskedDetails = v.object({
  kind: v.picklist(['iban', 'account-number']),
  holder: v.string(),
  country: v.string(),
  lastFour: v.string(),
})
export type MaskedDetails = v.InferOutput<typeof MaskedDetails>

/** `GET /api/earnings/payout-details` */
export const OwnPayoutDetails = v.object({
  /** `off`: the provider pays investors, or the account is not an approved investor. */
  state: v.picklist(['off', 'none', 'stored']),
  details: v.optional(MaskedDetails),
  /** ISO instant. */
  changedAt: v.optional(v.string()),
})
export type OwnPayoutDetails = v.InferOutput<typeof OwnPayoutDetails>

/** The details that an admin sees beside a payout, without a number. */
export const PayeeDetails = v.object({
  masked: v.nullable(MaskedDetails),
  changedAt: v.nullable(v.string()),
  /** Changed within `NEW_DETAILS_DAYS`. */
  isNew: v.boolean(),
  /** When the investor was last reminded that the details are missing; null when never. */
  remindedAt: v.nullable(v.string()),
})
export type PayeeDetails = v.InferOutput<typeof PayeeDetails>

/** `POST /api/admin/payouts/{id}/lines/{line}/details`: the full details, for the transfer at the bank. */
export const FullDetails = v.object({ details: PayoutDetails, changedAt: v.string(), isNew: v.boolean() })
export type FullDetails = v.InferOutput<typeof FullDetails>

/** `POST /api/admin/payouts/remind`: asks the owner of a ledger account for payout details, by mail. */
export const RemindPayee = v.object({ account: v.pipe(v.string(), v.maxLength(200)) })
export const Reminded = v.object({ remindedAt: v.string() })
