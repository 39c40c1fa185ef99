import { sql } from 'drizzle-orm'
import type { ListVisitable } from '#server/features/visits/visitable.ts'

/** Listed platform investors of other owners: views of the others are not counted. */
export const listVisitableInvestors: ListVisitable = async (db, ids, userId) => {
  const rows = await db.execute<{ id: string }>(sql`
    select id from vcs where is_verified and is_active and user_id is distinct from ${userId ?? null}
      and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return rows.map(({ id }) => id)
}
