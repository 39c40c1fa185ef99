import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { createdAt, updatedAt } from './columns.ts'

export const contactNotes = pgTable(
  'contact_notes',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    contactId: text().$type<VcId>().notNull(),
    text: text().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.contactId] })],
)

export const savedInvestors = pgTable(
  'saved_investors',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    vcId: text().$type<VcId>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.vcId] })],
)

/** What the product has to tell one person; read marks come back through the outbox. */
export const notices = pgTable('notices', {
  id: text().primaryKey(),
  principalId: text().$type<PrincipalId>().notNull(),
  kind: text().notNull(),
  title: text().notNull(),
  body: text(),
  path: text(),
  isRead: boolean().notNull().default(false),
  createdAt: createdAt(),
})
