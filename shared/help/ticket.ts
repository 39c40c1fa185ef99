import * as v from 'valibot'
import { TicketKind } from './categories.ts'

/**
 * ```
 * open ──► answered ──► closed
 *  ▲ └───────────────────▲ │
 *  └── the author writes ──┘   (again, and the clock starts anew)
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

/** A ticket as its author holds it, on every device of theirs. */
export const Ticket = v.object({
  id: v.string(),
  /** Null while only this device knows of it. */
  ticketNumber: v.nullable(v.string()),
  kind: TicketKind,
  category: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  message: v.string(),
  /** Where an answer is mailed as well. */
  email: v.nullable(v.string()),
  status: TicketStatus,
  /** ISO instant; null once it was answered. */
  answerBy: v.nullable(v.string()),
  /** What the server said when it took it; null before. */
  acknowledgement: v.nullable(v.string()),
  createdAt: v.string(),
  /** What was written after the first message, in the order in which the server heard of it. */
  messages: v.array(TicketMessage),
})
export type Ticket = v.InferOutput<typeof Ticket>

/** How people and the team call it: counted over all tickets, with gaps. */
export const ticketNumber = (count: number) => `T-${String(count).padStart(6, '0')}`

/** What the server says when it has taken a ticket. Support's is the specification's own sentence. */
export const acknowledge = (kind: TicketKind, number: string, hours: number) =>
  kind === 'support'
    ? "We'll get back to you within 24 hours."
    : `Thank you. Our team has it as ${number} and answers within ${hours} hours.`
