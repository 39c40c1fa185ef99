import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** People whom a user added. The id comes from the device, so it is unique only for one user. */
export const people = pgTable(
  'people',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    id: text().$type<PersonId>().notNull(),
    name: text().notNull(),
    organisation: text(),
    role: text(),
    location: text(),
    email: text(),
    phone: text(),
    telegram: text(),
    linkedinUrl: text(),
    twitterUrl: text(),
    website: text(),
    createdAt: createdAt(),
    /** The row is deleted some weeks later. */
    deletedAt: instant(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.id] }), index('people_deleted').on(t.deletedAt)],
)
