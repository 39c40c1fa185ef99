import * as v from 'valibot'
import { cleanLine } from '#shared/text.ts'

/**
 * Any text gets the same reply, so that it does not reveal who is subscribed. An address in it gets a confirmation mail. The
 * client has its own message for an invalid address.
 */
export const NewsletterSignup = v.object({
  email: v.string('Please enter a valid email address.'),
  source: v.optional(v.pipe(v.string(), v.maxLength(100), v.transform(cleanLine))),
})
export type NewsletterSignup = v.InferOutput<typeof NewsletterSignup>

/** `earlyAccess.join`: the same from a device without a network. */
export const JoinEarlyAccess = v.object({
  email: v.pipe(NewsletterSignup.entries.email, v.maxLength(254, 'Please enter a valid email address.')),
  source: NewsletterSignup.entries.source,
})
export type JoinEarlyAccess = v.InferOutput<typeof JoinEarlyAccess>

/** `POST /api/admin/newsletter/export`: the confirmed subscribers as CSV. */
export const Subscribers = v.object({ csv: v.string(), count: v.number() })

/** The part after the `#` of the mailed link `/newsletter#…`: it confirms, and remains valid for unsubscribing. */
export const NewsletterToken = v.object({
  token: v.pipe(v.string('This link is not complete.'), v.regex(/^[\w.-]{20,200}$/, 'This link is not complete.')),
})

/** `GET` and `POST /api/newsletter`: whether the verified address of the account gets the newsletter. */
export const NewsletterChoice = v.object({ isOn: v.boolean() })
export type NewsletterChoice = v.InferOutput<typeof NewsletterChoice>
