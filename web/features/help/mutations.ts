import type { SubmitFeedback, SubmitSupport, WriteTicket } from '#shared/help/contract.ts'
import type { Ticket, TicketMessage } from '#shared/help/ticket.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

// Each resolves once the words are safe on this device.
export const submitFeedback = (words: SubmitFeedback) => enqueue('feedback.submit', words)
export const submitSupport = (words: SubmitSupport) => enqueue('support.submit', words)
export const writeOnTicket = (words: WriteTicket) => enqueue('ticket.write', words)

/** A ticket lies with its author's others at once, without a number: that is the server's to give. */
export const showFeedback: ClientMutator<SubmitFeedback> = (db, words, madeAt) =>
  show(db, { ...words, kind: 'feedback', subject: null }, madeAt)
export const showSupport: ClientMutator<SubmitSupport> = (db, words, madeAt) => show(db, { ...words, kind: 'support' }, madeAt)

type Shown = Pick<Ticket, 'id' | 'kind' | 'category' | 'subject' | 'message' | 'email'>

async function show(db: PrivateDatabase, { id, kind, category, subject, message, email }: Shown, madeAt: string) {
  // Arrived by another way already: what the server says of it stands.
  if (await db.tickets.get(id)) return
  const unknown = { ticketNumber: null, answerBy: null, acknowledgement: null, messages: [] }
  const words = { id, kind, category, subject, message, email }
  await db.tickets.add({ ...words, ...unknown, status: 'open', createdAt: madeAt, version: OPTIMISTIC })
}

export const showWriting: ClientMutator<WriteTicket> = async (db, { ticketId, id, text }, madeAt) => {
  const ticket = await db.tickets.get(ticketId)
  if (!ticket || ticket.messages.some((message) => message.id === id)) return
  const message: TicketMessage = { id, from: 'author', text, createdAt: madeAt }
  await db.tickets.put({ ...ticket, status: 'open', messages: [...ticket.messages, message], version: OPTIMISTIC })
}
