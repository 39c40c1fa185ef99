import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** Feedback and support: both get an answer, so both are tickets. The author generates the id. */
export const tickets = pgTable(
  'tickets',
  {
    id: text().primaryKey(),
    /** Numbers all tickets, with gaps: the number that users quote. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['feedback', 'support'] }).notNull(),
    principalId: text().$type<PrincipalId>(),
    name: text(),
    email: text(),
    subject: text(),
    category: text(),
    /** The opening message; later messages are separate rows. */
    message: text().notNull(),
    status: text({ enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    /** The honeypot field was filled in: the ticket is kept, but no answer is due. */
    isSuspect: boolean().notNull().default(false),
    /** Null once it was answered. */
    replyDueAt: instant(),
    /** When an admin last answered. */
    repliedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('tickets_status').on(t.status, t.createdAt),
    index('tickets_principal').on(t.principalId),
    // For the search of admins.
    index('tickets_number').on(t.number),
    index('tickets_email').on(sql`lower(${t.email}) text_pattern_ops`),
    index('tickets_name_words').using('gin', sql`to_tsvector('simple', coalesce(${t.name}, ''))`),
  ],
)

/** Messages on a ticket after it was opened. The author's device generates the id of an author's message. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: text().primaryKey(),
    ticketId: text()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    from: text({ enum: ['author', 'team'] }).notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('ticket_messages_ticket').on(t.ticketId, t.createdAt)],
)
