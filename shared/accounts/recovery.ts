import * as v from 'valibot'
import { Email } from './contract.ts'

/** `POST /api/admin/accounts/recover`: a person has proved outside of the product that an account is theirs. */
export const RecoverAccount = v.object({
  email: Email,
  /** How they proved it; stored in the audit log. */
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(10, 'Enter how you verified their identity.'),
    v.maxLength(1000, 'Please use at most 1000 characters.'),
  ),
})
export type RecoverAccount = v.InferOutput<typeof RecoverAccount>
