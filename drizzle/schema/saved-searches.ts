import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** Searches of the directory that users have saved. The id comes from the device, so it is unique only for one user. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    id: text().$type<SearchId>().notNull(),
    name: text().notNull(),
    /** In the form of an address: `stage=Seed&sort=fit`. */
    filters: text().notNull(),
    seenUpTo: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.id] })],
)
