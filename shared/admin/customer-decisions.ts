import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

/** Why an admin decides so about a customer or a listing: for admins only. */
export const Reason = v.pipe(
  v.string(),
  v.maxLength(1000, 'Please use at most 1,000 characters.'),
  v.transform(cleanText),
  v.minLength(1, 'Enter a reason.'),
)

/** `POST /api/admin/customers/{principal id}/ban` and `…/unban`. */
export const DecideBan = v.object({ reason: Reason })
export type DecideBan = v.InferOutput<typeof DecideBan>

/** `POST /api/admin/customers/{principal id}/grants`: a contact without a purchase. `version`: `grantsVersion` of what the admin saw. */
export const GiveAccess = v.object({ vcId: VcId, reason: Reason, version: v.number() })
export type GiveAccess = v.InferOutput<typeof GiveAccess>

/** `POST /api/admin/customers/{principal id}/grants/{id}/revoke`: the contact is taken back, and nothing is refunded. */
export const RevokeAccess = v.object({ reason: Reason, version: v.number() })
export type RevokeAccess = v.InferOutput<typeof RevokeAccess>
