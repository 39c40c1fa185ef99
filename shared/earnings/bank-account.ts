import * as v from 'valibot'

/** Nothing is transferred to an account for this long after it becomes payable. */
export const NEW_BANK_ACCOUNT_DAYS = 7

/** `GET /api/earnings/account`: how an investor is paid. */
export const BankAccount = v.object({
  /** `off`: an admin transfers the money, and there is nothing to set up; `begun`: the provider's onboarding is not complete. */
  state: v.picklist(['off', 'none', 'begun', 'ready']),
  /** ISO instant until which an admin pays by hand, because the account is new. Absent afterwards. */
  byHandUntil: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})
export type BankAccount = v.InferOutput<typeof BankAccount>

/** `POST /api/earnings/account`: the provider's page for setting up a bank account. It can be opened once. */
export const BankAccountPage = v.object({ url: v.pipe(v.string(), v.url()) })
export type BankAccountPage = v.InferOutput<typeof BankAccountPage>
