import * as v from 'valibot'
import { SeenVersion } from '#shared/admin/decision-fields.ts'
import { cleanText } from '#shared/text.ts'
import { TicketKind } from './categories.ts'
import { TicketMessage, TicketStatus } from './ticket.ts'

export const MAX_REPLY_LENGTH = 5000

/** Maximum number of messages of one ticket that admins see, the latest. */
export const MAX_MESSAGES = 20

/** A ticket as admins see it. */
export const AdminTicket = v.object({
  id: v.string(),
  version: v.number(),
  ticketNumber: v.string(),
  kind: TicketKind,
  category: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  message: v.string(),
  /** As typed. */
  name: v.nullable(v.string()),
  /** Where an answer is mailed; null when it only reaches the author's devices. */
  email: v.nullable(v.string()),
  /** True only for an account with a verified address. */
  hasAccount: v.boolean(),
  /** The honeypot field was filled in. */
  isSuspect: v.boolean(),
  status: TicketStatus,
  answerBy: v.nullable(v.string()),
  createdAt: v.string(),
  messages: v.array(TicketMessage),
})
export type AdminTicket = v.InferOutput<typeof AdminTicket>

/** `GET /api/admin/tickets`: open ones first, the next due on top; then the others, latest on top. */
export const AdminTickets = v.array(AdminTicket)

/** `POST /api/admin/tickets/{id}/reply`: a text, closing it, or both. */
export const ReplyToTicket = v.pipe(
  v.object({
    text: v.optional(
      v.pipe(v.string(), v.maxLength(MAX_REPLY_LENGTH, 'Please use at most 5,000 characters.'), v.transform(cleanText)),
      '',
    ),
    close: v.optional(v.boolean(), false),
    version: SeenVersion,
  }),
  v.forward(
    v.check(({ text, close }) => close || text !== '', 'Please write an answer.'),
    ['text'],
  ),
)
export type ReplyToTicket = v.InferOutput<typeof ReplyToTicket>
