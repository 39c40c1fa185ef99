import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** Feedback and support alike: both are answered, so both are tickets. The id is the author's own. */
export const tickets = pgTable(
  'tickets',
  {
    id: text().primaryKey(),
    /** Counts all tickets, with gaps: what people quote. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['feedback', 'support'] }).notNull(),
    principalId: text().$type<PrincipalId>(),
    name: text(),
    email: text(),
    subject: text(),
    category: text(),
    /** What it was opened with; later words are rows of their own. */
    message: text().notNull(),
    status: text({ enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    /** A field that people cannot see was filled in: kept, but nobody is waiting. */
    isSuspect: boolean().notNull().default(false),
    /** Null once it was answered. */
    replyDueAt: instant(),
    /** The team's last answer. */
    repliedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('tickets_status').on(t.status, t.createdAt), index('tickets_principal').on(t.principalId)],
)

/** What was written on a ticket after it was opened. An author's message has the id their device gave it. */
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
