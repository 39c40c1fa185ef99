import * as v from 'valibot'

/**
 * Any text is answered alike, so that nobody learns who is subscribed; an address in it
 * is asked whether it wants to be. The client has its own sentence for what is no address.
 */
export const NewsletterSignup = v.object({
  email: v.string('Please enter a valid email address.'),
  source: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type NewsletterSignup = v.InferOutput<typeof NewsletterSignup>

/** `earlyAccess.join`: the same, by whoever has no network just then. */
export const JoinEarlyAccess = v.object({
  email: v.pipe(NewsletterSignup.entries.email, v.maxLength(254, 'Please enter a valid email address.')),
  source: NewsletterSignup.entries.source,
})
export type JoinEarlyAccess = v.InferOutput<typeof JoinEarlyAccess>

/** What follows the `#` of the mailed link `/newsletter#…`: it confirms, and it unsubscribes for ever after. */
export const NewsletterToken = v.object({
  token: v.pipe(v.string('This link is not complete.'), v.regex(/^[\w.-]{20,200}$/, 'This link is not complete.')),
})
