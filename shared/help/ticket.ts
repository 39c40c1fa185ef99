import * as v from 'valibot'
import { TicketKind } from './categories.ts'
import { ANSWER_HOURS } from './sla.ts'

/**
 * ```
 * open ──► answered ──► closed
 *  ▲ └───────────────────▲ │
 *  └── the author writes ──┘   (again, and the SLA restarts)
 * ```
 */
export const TicketStatus = v.picklist(['open', 'answered', 'closed'])
export type TicketStatus = v.InferOutput<typeof TicketStatus>

export const TicketMessage = v.object({
  id: v.string(),
  from: v.picklist(['author', 'team']),
  text: v.string(),
  createdAt: v.string(),
})
export type TicketMessage = v.InferOutput<typeof TicketMessage>

/** A ticket as its author sees it, on all of the author's devices. */
export const Ticket = v.object({
  id: v.string(),
  /** Null until the server has received it. */
  ticketNumber: v.nullable(v.string()),
  kind: TicketKind,
  category: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  message: v.string(),
  /** Where an answer is also mailed. */
  email: v.nullable(v.string()),
  status: TicketStatus,
  /** ISO instant; null once it was answered. */
  answerBy: v.nullable(v.string()),
  /** The server's reply to the ticket; null before. */
  acknowledgement: v.nullable(v.string()),
  createdAt: v.string(),
  /** Later messages, in the order in which the server received them. */
  messages: v.array(TicketMessage),
})
export type Ticket = v.InferOutput<typeof Ticket>

/** The ticket number shown to users and admins: numbered over all tickets, with gaps. */
export const ticketNumber = (count: number) => `T-${String(count).padStart(6, '0')}`

/** The acknowledgement of a received ticket. The sentence for support is the specification's own. */
export const acknowledge = (kind: TicketKind, number: string, hours: number) =>
  kind === 'support'
    ? `We'll get back to you within ${ANSWER_HOURS} hours.`
    : `Thank you. This is ticket ${number}. We reply within ${hours} hours.`
