import { formatRelative } from './format-relative.ts'
import type { OwnTicket } from './queries.ts'

/** Status of a ticket, and the due time of its answer. */
export function slaLabel(ticket: Pick<OwnTicket, 'id' | 'status' | 'answerBy' | 'messages' | 'deliveries'>, now: Date): string {
  const deliveries = [ticket.id, ...ticket.messages.map(({ id }) => id)].map((id) => ticket.deliveries.get(id)?.kind)
  if (deliveries.includes('refused')) return 'Not accepted: see the outbox'
  if (deliveries.includes('waiting')) return 'Saved on this device, sends when you are online'
  const answer = ticket.messages.findLast(({ from }) => from === 'team')
  if (ticket.status === 'closed') return answer ? `Closed, answered at ${formatRelative(answer.createdAt, now)}` : 'Closed'
  if (ticket.status === 'answered') return answer ? `Answered at ${formatRelative(answer.createdAt, now)}` : 'Answered'
  if (!ticket.answerBy) return 'The team has it'
  if (Date.parse(ticket.answerBy) < now.getTime())
    return `Our answer was due by ${formatRelative(ticket.answerBy, now)}. We are sorry.`
  return `Answer by ${formatRelative(ticket.answerBy, now)}`
}
