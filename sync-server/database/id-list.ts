import { type SQL, sql } from 'drizzle-orm'

/** Ids as a subquery with one parameter. A statement accepts at most 65,535 parameters, and a list of ids may be longer. */
export const idList = (ids: readonly string[]): SQL => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
