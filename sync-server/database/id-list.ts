import { type SQL, sql } from 'drizzle-orm'

/** Ids as a subquery of one parameter. A statement takes 65,535 parameters, and these may be more. */
export const idList = (ids: readonly string[]): SQL => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
