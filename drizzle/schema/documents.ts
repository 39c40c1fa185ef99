import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { DOCUMENT_KINDS, type DocumentContent } from '#shared/documents/contract.ts'
import type { OrderId, UserId } from '#shared/ids.ts'
import { users } from './accounts.ts'
import { instant, updatedAt } from './columns.ts'
import { orders } from './orders.ts'

/** The last number of each kind and year. A number is taken in the transaction that issues its document, so there are no gaps. */
export const documentCounters = pgTable(
  'document_counters',
  {
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/**
 * Invoices and credit notes, append-only: a trigger refuses update, delete and truncate. They are kept when their buyer's account
 * is deleted, because tax law requires them.
 */
export const documents = pgTable(
  'documents',
  {
    number: text().primaryKey(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    /** Of its issue, in UTC. */
    year: integer().notNull(),
    sequence: integer().notNull(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .references(() => orders.id),
    /** Among the documents of its order, from 1. */
    position: integer().notNull(),
    /** The transaction of the ledger that it documents, or `correction:` and the invoice that is replaced. */
    cause: text().notNull(),
    /** The documents of the same order that it corrects or replaces. */
    corrects: text().array().notNull(),
    issuedAt: instant().notNull(),
    content: jsonb().$type<DocumentContent>().notNull(),
  },
  (t) => [
    uniqueIndex('documents_sequence').on(t.kind, t.year, t.sequence),
    uniqueIndex('documents_position').on(t.orderId, t.position),
    // Each change of a sale is documented once.
    uniqueIndex('documents_cause').on(t.orderId, t.kind, t.cause),
  ],
)

/** How the invoices of an account name the buyer. A part that is not given is empty. */
export const billingDetails = pgTable('billing_details', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  address: text().notNull(),
  country: text().notNull(),
  vatId: text().notNull(),
  updatedAt: updatedAt(),
})
