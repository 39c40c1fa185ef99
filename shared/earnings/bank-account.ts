import * as v from 'valibot'

/** For so long after an account can be paid, nothing is transferred to it. */
export const NEW_BANK_ACCOUNT_DAYS = 7

/** `GET /api/earnings/account`: how an investor is paid. */
export const BankAccount = v.object({
  /** `off`: an admin transfers the money, and there is nothing to set up; `begun`: the provider has questions left. */
  state: v.picklist(['off', 'none', 'begun', 'ready']),
  /** ISO instant until which an admin pays by hand, because the account is new. Absent once it is over. */
  byHandUntil: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})
export type BankAccount = v.InferOutput<typeof BankAccount>

/** `POST /api/earnings/account`: the provider's page on which one says where one's money goes. It opens once. */
export const BankAccountPage = v.object({ url: v.pipe(v.string(), v.url()) })
export type BankAccountPage = v.InferOutput<typeof BankAccountPage>
