import type { PrivateSource } from '#server/sync/private/private-source.ts'
import { answerHours } from '#shared/help/sla.ts'
import { acknowledge, type Ticket, type TicketMessage, ticketNumber } from '#shared/help/ticket.ts'
import { listLatestMessages, listOwnTickets, type MessageRow } from './queries.ts'

export const presentMessage = ({ id, from, text, createdAt }: MessageRow): TicketMessage => ({
  id,
  from,
  text,
  createdAt: createdAt.toISOString(),
})

/** An author's latest tickets, with their latest messages: each pull after a change reads, compares and may send all of them. */
export const ticketSource: PrivateSource<Ticket> = async (tx, principalId) => {
  const rows = await listOwnTickets(tx, principalId)
  const messages = await listLatestMessages(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, number, kind, category, subject, message, email, status, replyDueAt, createdAt }) => ({
    id,
    ticketNumber: ticketNumber(number),
    kind,
    category,
    subject,
    message,
    email,
    status,
    answerBy: replyDueAt?.toISOString() ?? null,
    acknowledgement: acknowledge(kind, ticketNumber(number), answerHours(kind, category)),
    createdAt: createdAt.toISOString(),
    messages: (messages.get(id) ?? []).map(presentMessage),
  }))
}
