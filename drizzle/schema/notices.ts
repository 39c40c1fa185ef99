import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PrincipalId } from '#shared/ids.ts'
import { createdAt } from './columns.ts'

/**
 * What happened to a principal, written with the fact. `facts` has ids, amounts and times, and no text of a user: the device composes
 * the text from its own documents. Rows of the first releases have a text (`title`, `body`, `path`) and no subject: they are in no
 * document, and are exported, transferred and deleted.
 */
export const notices = pgTable(
  'notices',
  {
    id: text().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    kind: text().notNull(),
    /** The fact: one notice per principal, kind and subject. */
    subject: text(),
    facts: jsonb().$type<object>(),
    title: text(),
    body: text(),
    path: text(),
    isRead: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('notices_principal').on(t.principalId, t.createdAt),
    uniqueIndex('notices_subject').on(t.principalId, t.kind, t.subject).where(sql`subject is not null`),
    index('notices_created').on(t.createdAt),
  ],
)
