import { useLiveQuery } from 'dexie-react-hooks'
import type { TicketKind } from '#shared/help/categories.ts'
import type { Ticket } from '#shared/help/ticket.ts'
import type { MutationId } from '#shared/ids.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Delivery state of a message: on this device only, accepted by the server, or rejected by it. */
export type Delivery = { kind: 'waiting' } | { kind: 'taken' } | { kind: 'refused'; message: string }

/** A ticket as this device shows it, with the delivery state of each message. The first message has the ticket's own id. */
export type OwnTicket = Ticket & { deliveries: ReadonlyMap<string, Delivery> }

const isHelp = ({ name }: OutboxEntry) => ['feedback.submit', 'support.submit', 'ticket.write'].includes(name)
const idIn = ({ args }: OutboxEntry) => String((args as { id?: unknown } | null)?.id)

async function readDeliveries(db: PrivateDatabase): Promise<Map<string, Delivery>> {
  const entries = await db.outbox.filter(isHelp).sortBy('seq')
  return new Map(
    entries.map((entry) => [
      idIn(entry),
      entry.refusal ? { kind: 'refused', message: entry.refusal.message } : { kind: 'waiting' },
    ]),
  )
}

/** Tickets of this user of one kind, the latest first; `undefined` until they are read. */
export function useTickets(kind: TicketKind): OwnTicket[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const [tickets, deliveries] = await Promise.all([db.tickets.toArray(), readDeliveries(db)])
    return tickets
      .filter((ticket) => ticket.kind === kind)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map((ticket) => ({ ...ticket, deliveries }))
  }, [db, kind])
}

/** Label of each ticket in the user's own list. */
export function useTicketNames(): ReadonlyMap<string, string> | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    const tickets = await db?.tickets.toArray()
    return tickets && new Map(tickets.map(({ id, subject, ticketNumber }) => [id, subject ?? ticketNumber ?? 'Your request']))
  }, [db])
}

/** Result of a ticket that was sent from here: 'taken' once the server's version of it is on the device. */
export type Outcome = Exclude<Delivery, { kind: 'taken' }> | { kind: 'taken'; acknowledgement: string }

export async function readOutcome(db: PrivateDatabase, id: string): Promise<Outcome> {
  const delivery = (await readDeliveries(db)).get(id)
  if (delivery?.kind === 'refused') return delivery
  const ticket = await db.tickets.get(id)
  if (delivery || !ticket?.acknowledgement || ticket.version === OPTIMISTIC) return { kind: 'waiting' }
  return { kind: 'taken', acknowledgement: ticket.acknowledgement }
}

export function useOutcome(id: string | undefined): Outcome | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => (db && id ? readOutcome(db, id) : undefined), [db, id])
}

/** The rejected entry that the user wants to correct. */
export const findRefused = async (db: PrivateDatabase, id: MutationId) => {
  const entry = await db.outbox.get({ id })
  return entry?.state === 'refused' ? entry : undefined
}
