import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { VISIT_KINDS, VISIT_SUBJECTS } from '#shared/visits/contract.ts'

/** How often a page was looked at and its contact link taken, a day at a time: numbers, and nothing of the people behind them. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    subject: text({ enum: VISIT_SUBJECTS }).notNull(),
    /** Of a project (an investor, …), as `subject` says. */
    subjectId: text().notNull(),
    kind: text({ enum: VISIT_KINDS }).notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.subjectId, t.kind, t.day] })],
)
