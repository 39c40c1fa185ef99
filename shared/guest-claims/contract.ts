import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { Code } from '#shared/accounts/security-contract.ts'

/** Requests a code for the address of earlier receipts. The reply does not reveal whether there are any. */
export const StartClaim = v.object({ email: Email })

export const ConfirmClaim = v.object({ code: Code })

export const Claimed = v.object({
  success: v.literal(true),
  /** Number of claimed purchases; they arrive through sync. */
  claimed: v.number(),
})
