import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

/** Why an admin changes the access of a customer: for admins only. */
const AccessReason = v.pipe(
  v.string(),
  v.maxLength(1000, 'Please use at most 1,000 characters.'),
  v.transform(cleanText),
  v.minLength(1, 'Enter a reason.'),
)

/** `POST /api/admin/customers/{principal id}/grants`: a contact without a purchase. `version`: `grantsVersion` of what the admin saw. */
export const GiveAccess = v.object({ vcId: VcId, reason: AccessReason, version: v.number() })
export type GiveAccess = v.InferOutput<typeof GiveAccess>

/** `POST /api/admin/customers/{principal id}/grants/{id}/revoke`: the contact is taken back, and nothing is refunded. */
export const RevokeAccess = v.object({ reason: AccessReason, version: v.number() })
export type RevokeAccess = v.InferOutput<typeof RevokeAccess>
