import * as v from 'valibot'
import { cleanText } from '#shared/text.ts'

/** Why an admin bans an account, or lifts its ban: for admins only. */
const BanReason = v.pipe(
  v.string(),
  v.maxLength(1000, 'Please use at most 1,000 characters.'),
  v.transform(cleanText),
  v.minLength(1, 'Enter a reason.'),
)

/** `POST /api/admin/customers/{principal id}/ban` and `…/unban`. */
export const DecideBan = v.object({ reason: BanReason })
export type DecideBan = v.InferOutput<typeof DecideBan>
