import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { Code } from '#shared/accounts/security-contract.ts'

/** Asks for a code to the address that receipts went to. The answer is the same whether there are any. */
export const StartClaim = v.object({ email: Email })

export const ConfirmClaim = v.object({ code: Code })

export const Claimed = v.object({
  success: v.literal(true),
  /** How many purchases came over; they arrive through sync. */
  claimed: v.number(),
})
