import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { VcId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

export const RequestKind = v.picklist(['claim', 'remove'])
export type RequestKind = v.InferOutput<typeof RequestKind>

export const MAX_REQUEST_MESSAGE = 2000

/** `POST /api/listings/{id}/{claim,remove}`. Both fields are for the admins, and only needed when the record has no address. */
export const AskForProfile = v.object({
  email: v.optional(
    v.nullable(
      v.union([
        v.pipe(
          v.literal(''),
          v.transform(() => null),
        ),
        Email,
      ]),
    ),
  ),
  message: v.optional(
    v.nullable(
      v.pipe(v.string(), v.maxLength(MAX_REQUEST_MESSAGE, 'Please use at most 2,000 characters.'), v.transform(cleanText)),
    ),
  ),
})
export type AskForProfile = v.InferOutput<typeof AskForProfile>

/** The next step: a mail to the address in the record, a review by an admin, or an address of the requester is required first. */
export const ProfileAsked = v.object({ success: v.boolean(), next: v.picklist(['mail', 'team', 'address']) })
export type ProfileAsked = v.InferOutput<typeof ProfileAsked>

/** The part after the `#` of the mailed link `/profile-request#…`. */
export const RequestToken = v.object({
  token: v.pipe(v.string('This link is not complete.'), v.regex(/^[\w-]{20,200}$/, 'This link is not complete.')),
})

/** The effect of a link. */
export const MailedRequest = v.object({ kind: RequestKind, name: v.string() })
export type MailedRequest = v.InferOutput<typeof MailedRequest>

/** `sign-in`: nothing has changed yet, a claimed profile requires an account. */
export const RequestOutcome = v.object({ outcome: v.picklist(['removed', 'claimed', 'sign-in']) })
export type RequestOutcome = v.InferOutput<typeof RequestOutcome>

/** One request as admins see it. */
export const AdminProfileRequest = v.object({
  id: v.string(),
  vcId: VcId,
  kind: RequestKind,
  status: v.picklist(['mailed', 'open', 'done', 'declined']),
  /** Null once the listing no longer exists. */
  name: v.nullable(v.string()),
  fund: v.nullable(v.string()),
  email: v.nullable(v.string()),
  message: v.nullable(v.string()),
  /** An earlier revocation of a claim to this record that has not been lifted; one with the same mailbox comes first. */
  revocation: v.nullable(v.object({ revokedAt: v.string(), isSameAddress: v.boolean() })),
  createdAt: v.string(),
  decidedAt: v.nullable(v.string()),
})
export type AdminProfileRequest = v.InferOutput<typeof AdminProfileRequest>

/** `GET /api/admin/profile-requests` */
export const AdminProfileRequests = v.array(AdminProfileRequest)

/** `PATCH /api/admin/profile-requests/{id}` */
export const DecideProfileRequest = v.object({ decision: v.picklist(['approve', 'decline']) })
