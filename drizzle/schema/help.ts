import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** Feedback and support alike: both are answered, so both are tickets. The id is the author's own. */
export const tickets = pgTable(
  'tickets',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['feedback', 'support'] }).notNull(),
    principalId: text().$type<PrincipalId>(),
    name: text(),
    email: text(),
    subject: text(),
    category: text(),
    message: text().notNull(),
    status: text({ enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    reply: text(),
    replyDueAt: instant(),
    repliedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('tickets_status').on(t.status, t.createdAt), index('tickets_principal').on(t.principalId)],
)
