import type { Queryable } from '#server/database/client.ts'
import { listFundsOfSlug } from './queries.ts'

/** Whether Cold Scout lists a fund under this slug. */
export const isListedFund = async (db: Queryable, slug: string) => (await listFundsOfSlug(db, slug)).length > 0
