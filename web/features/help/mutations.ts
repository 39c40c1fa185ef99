import type { SubmitFeedback, SubmitSupport, WriteTicket } from '#shared/help/contract.ts'
import type { Ticket, TicketMessage } from '#shared/help/ticket.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

// Each resolves once the mutation is stored on this device.
export const submitFeedback = (args: SubmitFeedback) => enqueue('feedback.submit', args)
export const submitSupport = (args: SubmitSupport) => enqueue('support.submit', args)
export const writeOnTicket = (args: WriteTicket) => enqueue('ticket.write', args)

/** A new ticket is shown immediately, without a number: the server assigns it. */
export const showFeedback: ClientMutator<SubmitFeedback> = (db, args, madeAt) =>
  show(db, { ...args, kind: 'feedback', subject: null }, madeAt)
export const showSupport: ClientMutator<SubmitSupport> = (db, args, madeAt) => show(db, { ...args, kind: 'support' }, madeAt)

type TicketFields = Pick<Ticket, 'id' | 'kind' | 'category' | 'subject' | 'message' | 'email'>

async function show(db: PrivateDatabase, { id, kind, category, subject, message, email }: TicketFields, madeAt: string) {
  // The ticket has already arrived from the server, whose data takes precedence.
  if (await db.tickets.get(id)) return
  const unknown = { ticketNumber: null, answerBy: null, acknowledgement: null, messages: [] }
  const fields = { id, kind, category, subject, message, email }
  await db.tickets.add({ ...fields, ...unknown, status: 'open', createdAt: madeAt, version: OPTIMISTIC })
}

export const showWriting: ClientMutator<WriteTicket> = async (db, { ticketId, id, text }, madeAt) => {
  const ticket = await db.tickets.get(ticketId)
  if (!ticket || ticket.messages.some((message) => message.id === id)) return
  const message: TicketMessage = { id, from: 'author', text, createdAt: madeAt }
  await db.tickets.put({ ...ticket, status: 'open', messages: [...ticket.messages, message], version: OPTIMISTIC })
}
