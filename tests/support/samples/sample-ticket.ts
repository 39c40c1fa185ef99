import type { Ticket } from '#shared/help/ticket.ts'
import type { TicketId } from '#shared/ids.ts'

/** An answered support request. */
export const sampleTicket = (id: TicketId): Ticket => ({
  id,
  ticketNumber: 'T-000001',
  kind: 'support',
  category: 'billing',
  subject: 'A receipt',
  message: 'Where is it?',
  email: null,
  status: 'answered',
  answerBy: null,
  acknowledgement: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  messages: [],
})
