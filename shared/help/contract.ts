import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { TicketId } from '#shared/ids.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import { FeedbackCategory, SupportCategory } from './categories.ts'

export const MAX_MESSAGE_LENGTH = 5000
export const MAX_LINE_LENGTH = 200

const line = (shortest: number, message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(MAX_LINE_LENGTH, 'Please use at most 200 characters'),
    v.transform(cleanLine),
    v.minLength(shortest, message),
  )
const text = (shortest: number, message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(MAX_MESSAGE_LENGTH, 'Please use at most 5,000 characters'),
    v.transform(cleanText),
    v.minLength(shortest, message),
  )

/** A form sends all of its fields: an empty line counts as absent. */
const blank = v.pipe(
  v.string(),
  v.check((typed) => typed.trim() === ''),
  v.transform(() => null),
)

/** Honeypot: a hidden field. A client that fills it in is most likely a bot. */
const trap = { homepage: v.optional(v.pipe(v.string(), v.maxLength(MAX_LINE_LENGTH)), '') }

const support = {
  name: line(2, 'Name must be at least 2 characters'),
  email: Email,
  subject: line(5, 'Subject must be at least 5 characters'),
  category: v.optional(SupportCategory, 'technical'),
  message: text(20, 'Message must be at least 20 characters'),
  ...trap,
}

const feedback = {
  name: v.optional(v.nullable(v.union([blank, line(1, 'Please enter a name')])), null),
  email: v.optional(v.nullable(v.union([blank, Email], 'Please enter a valid email address')), null),
  category: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => 'general' as const),
      ),
      FeedbackCategory,
    ]),
    'general',
  ),
  message: text(1, 'Please write a message'),
  ...trap,
}

/** `support.submit`, and `POST /api/support`, where the server may assign the id. */
export const SubmitSupport = v.object({ id: TicketId, ...support })
export type SubmitSupport = v.InferOutput<typeof SubmitSupport>
export const SupportCall = v.object({ id: v.optional(TicketId), ...support })

/** `feedback.submit`, and `POST /api/submit-request`. */
export const SubmitFeedback = v.object({ id: TicketId, ...feedback })
export type SubmitFeedback = v.InferOutput<typeof SubmitFeedback>
export const FeedbackCall = v.object({ id: v.optional(TicketId), ...feedback })

/** `ticket.write`: another message on a user's own ticket. An answered or closed ticket is reopened by it. */
export const WriteTicket = v.object({ ticketId: TicketId, id: TicketId, text: text(1, 'Please write a message') })
export type WriteTicket = v.InferOutput<typeof WriteTicket>

/** The reply of both calls: the ticket number, and when the answer is due. */
export const TicketTaken = v.object({
  success: v.literal(true),
  ticketId: v.string(),
  ticketNumber: v.string(),
  answerWithinHours: v.number(),
  /** ISO instant; null once an admin has answered or closed it. */
  answerBy: v.nullable(v.string()),
  message: v.string(),
})
export type TicketTaken = v.InferOutput<typeof TicketTaken>
