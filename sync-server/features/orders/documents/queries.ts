import { asc, eq, inArray, sql } from 'drizzle-orm'
import { documentCounters, documents, orders, receipts } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type DocumentContent, type DocumentKind, documentNumber, type OrderDocument } from '#shared/documents/contract.ts'
import type { OrderId } from '#shared/ids.ts'

export type DocumentRow = typeof documents.$inferSelect

/** Of some orders, in the order of their issue. */
export async function listDocumentsOf(db: Queryable, ids: OrderId[]): Promise<Map<OrderId, DocumentRow[]>> {
  const byOrder = new Map<OrderId, DocumentRow[]>()
  if (ids.length === 0) return byOrder
  const rows = await db
    .select()
    .from(documents)
    .where(inArray(documents.orderId, ids))
    .orderBy(asc(documents.orderId), asc(documents.position))
  for (const row of rows) byOrder.set(row.orderId, [...(byOrder.get(row.orderId) ?? []), row])
  return byOrder
}

export const presentDocument = ({ number, kind, issuedAt, corrects, content }: DocumentRow): OrderDocument => ({
  ...content,
  ...{ number, kind, corrects, issuedAt: issuedAt.toISOString() },
})

/**
 * One transaction issues documents at a time, before it takes a number of any kind. Otherwise two of them could wait for each
 * other's counter.
 */
export const lockNumbers = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-documents', 0))`)

export type NewDocument = {
  kind: DocumentKind
  orderId: OrderId
  /** Among the documents of the order, from 1. */
  position: number
  cause: string
  corrects: string[]
  issuedAt: Date
  content: DocumentContent
}

/** Issues a document under the next number of its kind and year. A rollback returns the number. */
export async function insertDocument(tx: Transaction, document: NewDocument): Promise<DocumentRow> {
  const { kind, issuedAt } = document
  const year = issuedAt.getUTCFullYear()
  const [counter] = await tx
    .insert(documentCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`document_counters.last + 1` },
    })
    .returning({ sequence: documentCounters.last })
  const sequence = counter?.sequence ?? 0
  const [row] = await tx
    .insert(documents)
    .values({ ...document, year, sequence, number: documentNumber(kind, year, sequence) })
    .returning()
  if (!row) throw new Error(`The document of ${document.orderId} was not stored`)
  return row
}

export const hasReceipt = async (db: Queryable, orderId: OrderId): Promise<boolean> =>
  (await db.$count(receipts, eq(receipts.orderId, orderId))) > 0

/** The order, locked until the transaction ends. */
export async function lockOrder(tx: Transaction, id: OrderId) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

type Undocumented = { order_id: OrderId; paid_at: string }

/**
 * Purchases of one mode with a change of the sale that has no document: they were paid before documents existed, or changed by a
 * node of the last release. In the order of their payment.
 */
export const listUndocumented = (db: Queryable, { isLiveMode, after, limit }: UndocumentedPage) =>
  db.execute<Undocumented>(sql`
    select o.id as order_id, o.paid_at::text as paid_at from orders o join receipts r on r.order_id = o.id
    where o.livemode = ${isLiveMode} and o.paid_at is not null
      and ${after ? sql`(o.paid_at, o.id) > (${after.paid_at}::timestamptz, ${after.order_id})` : sql`true`}
      and exists (
        select from ledger_entries l
        where l.order_id = o.id and l.transaction_kind in ('capture', 'refund', 'dispute') and l.account_kind in ('cash', 'dispute_losses')
          and not exists (select from documents d where d.order_id = o.id and d.cause = l.transaction)
        group by l.transaction having sum(l.amount) <> 0)
    order by o.paid_at, o.id limit ${limit}`)
type UndocumentedPage = { isLiveMode: boolean; after: Undocumented | undefined; limit: number }
