import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { VISIT_KINDS, VISIT_SUBJECTS } from '#shared/visits/contract.ts'

/** Page views and uses of contact links, per day: counts only, with no data about the visitors. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    subject: text({ enum: VISIT_SUBJECTS }).notNull(),
    /** Id of the project (investor, …), depending on `subject`. */
    subjectId: text().notNull(),
    kind: text({ enum: VISIT_KINDS }).notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.subjectId, t.kind, t.day] })],
)
