import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { principals, ticketMessages, tickets, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId } from '#shared/ids.ts'

export type TicketRow = typeof tickets.$inferSelect
export type MessageRow = typeof ticketMessages.$inferSelect

/** Serialises the writes of one author until the transaction ends: otherwise two concurrent writes could both pass the limit. */
export async function lockAuthor(tx: Transaction, principalId: PrincipalId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`help:${principalId}`}, 0))`)
}

export async function findTicket(db: Queryable, id: string): Promise<TicketRow | undefined> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id))
  return row
}

export async function lockTicket(tx: Transaction, id: string): Promise<TicketRow | undefined> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update')
  return row
}

/** The number of tickets and messages that an author has written since then. */
export async function countWritten(tx: Transaction, principalId: PrincipalId, since: Date): Promise<number> {
  const opened = await tx.$count(tickets, and(eq(tickets.principalId, principalId), gt(tickets.createdAt, since)))
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.principalId, principalId))
  const isRecent = and(eq(ticketMessages.from, 'author'), gt(ticketMessages.createdAt, since))
  return opened + (await tx.$count(ticketMessages, and(inArray(ticketMessages.ticketId, own), isRecent)))
}

/** @returns `undefined` when the id is taken */
export async function insertTicket(tx: Transaction, ticket: typeof tickets.$inferInsert): Promise<TicketRow | undefined> {
  const [row] = await tx.insert(tickets).values(ticket).onConflictDoNothing().returning()
  return row
}

/** @returns whether it is new; a repeated message is stored once */
export async function insertMessage(tx: Transaction, message: typeof ticketMessages.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(ticketMessages).values(message).onConflictDoNothing().returning({ id: ticketMessages.id })
  return inserted.length > 0
}

export async function updateTicket(tx: Transaction, id: string, change: Partial<typeof tickets.$inferInsert>) {
  await tx.update(tickets).set(change).where(eq(tickets.id, id))
}

/** Tickets of one author that are listed: more would not be read. */
const MAX_OWN_TICKETS = 100

/** An author's latest tickets, latest first. */
export const listOwnTickets = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select()
    .from(tickets)
    .where(eq(tickets.principalId, principalId))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(MAX_OWN_TICKETS),
)

/** Messages by ticket, in order of arrival. @param most  the number of latest messages per ticket */
export async function listMessages(db: Queryable, ticketIds: string[], most: number): Promise<MessagesByTicket> {
  if (ticketIds.length === 0) return new Map()
  const isMeant = inArray(ticketMessages.ticketId, ticketIds)
  const latest = sql`(
    select id from (
      select ticket_messages.id, row_number() over (partition by ticket_messages.ticket_id
        order by ticket_messages.created_at desc, ticket_messages.id desc) as place
      from ticket_messages where ${isMeant}) ranked
    where place <= ${most}::int)`
  const rows = await db
    .select()
    .from(ticketMessages)
    .where(sql`${ticketMessages.id} in ${latest}`)
    .orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.id))
  return byTicket(rows)
}

/**
 * Messages that an author's devices store, over all tickets: 4.5 MB at most. Older ones stay on the server, and in the export.
 */
export const MAX_OWN_MESSAGES = 300

/** The latest messages over all tickets, by ticket, in order of arrival. */
export async function listLatestMessages(db: Queryable, ticketIds: string[]): Promise<MessagesByTicket> {
  if (ticketIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ticketIds))
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(MAX_OWN_MESSAGES)
  return byTicket(rows.reverse())
}

type MessagesByTicket = Map<string, MessageRow[]>

function byTicket(rows: MessageRow[]): MessagesByTicket {
  const grouped: MessagesByTicket = new Map()
  for (const row of rows) grouped.set(row.ticketId, [...(grouped.get(row.ticketId) ?? []), row])
  return grouped
}

/**
 * For admins: open tickets by due time, suspects last; then the others, latest on top. When there are more than are listed, open
 * tickets of users with a verified address or a paid order come before all others, so that a flood of guests hides no other
 * tickets.
 */
export async function listForQueue(db: Queryable, most: number, id?: string) {
  const listed = sql`${tickets.id} in (
    select t.id from tickets t left join principals p on p.id = t.principal_id left join users u on u.id = p.user_id
    order by t.status <> 'open',
      case when t.status = 'open' then u.email_verified_at is null
        and not exists (select from orders o where o.principal_id = t.principal_id and o.status = 'paid') end,
      case when t.status = 'open' then t.reply_due_at end nulls last, t.updated_at desc, t.id
    limit ${most})`
  return db
    .select({ ticket: tickets, account: users })
    .from(tickets)
    .leftJoin(principals, eq(principals.id, tickets.principalId))
    .leftJoin(users, eq(users.id, principals.userId))
    .where(id === undefined ? listed : eq(tickets.id, id))
    .orderBy(
      sql`${tickets.status} <> 'open'`,
      sql`case when ${tickets.status} = 'open' then ${tickets.replyDueAt} end nulls last`,
      desc(tickets.updatedAt),
      tickets.id,
    )
}

/** Suspects are promised no answer and have no due time. */
export const countDue = (db: Queryable, before: Date): Promise<number> =>
  db.$count(tickets, and(eq(tickets.status, 'open'), lt(tickets.replyDueAt, before)))

export type QueueRow = Awaited<ReturnType<typeof listForQueue>>[number]

/** Maximum number of tickets and messages per account that guests may add to. A reset and a deletion delete all of them. */
export const MAX_OWNED_MESSAGES = 5000

/** Transfers the latest tickets to another owner, each with all of its messages, up to the limit; the others stay. */
export async function moveTickets(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  await tx.execute(sql`
    with sizes as (
      select t.id, t.principal_id, t.updated_at, 1 + (select count(*) from ticket_messages m where m.ticket_id = t.id) as size
      from tickets t where t.principal_id in (${from}, ${to})),
    moving as (
      select id, sum(size) over (order by updated_at desc, id desc) as total from sizes where principal_id = ${from})
    update tickets set principal_id = ${to}
    where id in (select id from moving where total + (
      select coalesce(sum(size), 0) from sizes where principal_id = ${to}) <= ${MAX_OWNED_MESSAGES})`)
}
