import * as v from 'valibot'
import { guaranteeEnds } from '#shared/refunds/guarantee.ts'
import { replyDays } from './reply-days.ts'

export const replyChoices = ['yes', 'not-now', 'no-fit'] as const
export const ReplyChoice = v.picklist(replyChoices)
export type ReplyChoice = v.InferOutput<typeof ReplyChoice>

/** What a reply says, on every screen and in every mail. */
export const replyLabels: Record<ReplyChoice, string> = { yes: 'Let’s talk', 'not-now': 'Not now', 'no-fit': 'Not a fit' }

export const MAX_REPLY_LENGTH = 500

/** An investor's reply to a purchase or a request of a founder. It is given once, and both sides read it. */
export const Reply = v.object({
  choice: ReplyChoice,
  /** A line to the founder; empty if there is none. */
  text: v.string(),
  /** ISO instant. */
  repliedAt: v.string(),
})
export type Reply = v.InferOutput<typeof Reply>

const ReplyText = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(MAX_REPLY_LENGTH, `Please use at most ${MAX_REPLY_LENGTH} characters.`)),
  '',
)

/** Mutation `request.reply`: replies to a request of the investor's activity. */
export const GiveReply = v.object({ requestId: v.pipe(v.string(), v.maxLength(80)), choice: ReplyChoice, text: ReplyText })
export type GiveReply = v.InferOutput<typeof GiveReply>

const Token = v.pipe(v.string(), v.minLength(20), v.maxLength(100))

/** `POST /api/replies/look`: reads what a mailed link is about, and changes nothing. */
export const ReplyToken = v.object({ token: Token })

/** `POST /api/replies/give`: replies with a mailed link, without a session. */
export const GiveMailedReply = v.object({ token: Token, choice: ReplyChoice, text: ReplyText })
export type GiveMailedReply = v.InferOutput<typeof GiveMailedReply>

/** What a mailed link is about. It holds no contact details. */
export const MailedReply = v.object({
  /** The request, whose draft is that of the app's own form. Servers of earlier releases do not send it. */
  requestId: v.optional(v.string()),
  founderName: v.string(),
  projectName: v.string(),
  /** The call that is booked, where the link is about one: it takes `yes` alone. ISO instants, and the investor's time zone. */
  call: v.optional(v.object({ id: v.string(), start: v.string(), end: v.string(), timeZone: v.string() })),
  /** Null until a reply was given. */
  reply: v.nullable(Reply),
})
export type MailedReply = v.InferOutput<typeof MailedReply>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether a purchase without a reply is still within the days of the investor (`early`), may be returned because of it (`due`), or
 * is too old for that (`late`). `until`: the last instant of the guarantee, which the days never change.
 *
 * @param days  as the purchase has them
 */
export function replyDue(paidAt: Date, days: number | undefined, now: Date): { kind: 'early' | 'due' | 'late'; until: Date } {
  const until = guaranteeEnds(paidAt)
  if (now > until) return { kind: 'late', until }
  return { kind: now.getTime() < paidAt.getTime() + replyDays(days) * DAY_MS ? 'early' : 'due', until }
}
