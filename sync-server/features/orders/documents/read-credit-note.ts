import type { MailAttachment } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'
import { documentFile } from './document-html.ts'
import { listDocumentsOf, presentDocument } from './queries.ts'

/** The newest document of an order as a file, if it is a credit note. It is issued before the buyer is notified of its refund. */
export async function readCreditNote(db: Queryable, orderId: OrderId): Promise<MailAttachment | undefined> {
  const newest = (await listDocumentsOf(db, [orderId])).get(orderId)?.at(-1)
  return newest?.kind === 'credit-note' ? documentFile(presentDocument(newest)) : undefined
}
