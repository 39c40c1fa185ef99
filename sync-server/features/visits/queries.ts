import { sql } from 'drizzle-orm'
import { visitCounts } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'

export type Counted = Pick<typeof visitCounts.$inferInsert, 'subject' | 'subjectId' | 'kind' | 'count'>

/** Adds to the counts of a day, in one order, so that concurrent calls wait for each other and never deadlock. */
export async function addCounts(db: Queryable, day: string, counts: Counted[]) {
  if (counts.length === 0) return
  const keyOf = ({ subject, subjectId, kind }: Counted) => `${subject} ${subjectId} ${kind}`
  const rows = counts.map((count) => ({ ...count, day })).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const { subject, subjectId, kind } = visitCounts
  await db
    .insert(visitCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [subject, subjectId, kind, visitCounts.day],
      set: { count: sql`${visitCounts.count} + excluded.count` },
    })
}
