import type { MailAttachment } from '#drizzle/schema/index.ts'
import { readCompany } from '#server/company.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { SIGNATURE } from '#server/email/mail-message.ts'
import { readBuyer } from '#server/features/billing/service.ts'
import { shownTax } from '#server/features/orders/checkout/purchase.ts'
import { listLegs, type Order } from '#server/features/orders/queries.ts'
import type { Company } from '#shared/company/contract.ts'
import { creditedBy, openInvoices } from '#shared/documents/balance.ts'
import type { DocumentContent } from '#shared/documents/contract.ts'
import { currentInvoice } from '#shared/documents/correction.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { documentFile } from './document-html.ts'
import { type DocumentRow, hasReceipt, insertDocument, listDocumentsOf, lockNumbers, presentDocument } from './queries.ts'
import { saleChanges } from './sale-changes.ts'

/**
 * Issues a document for each change of a sale that has none: an invoice for a payment, a credit note for a refund or a lost
 * dispute, and an invoice again for what returned. The caller has locked the order's row, and commits the ledger entries of the
 * change in the same transaction.
 *
 * A purchase without a receipt was not delivered, and has no document. A contact that was given has no order.
 *
 * @returns all documents of the order, in the order of their issue
 */
export async function issueDocuments(tx: Transaction, order: Order, now: Date): Promise<DocumentRow[]> {
  if (!(await hasReceipt(tx, order.id))) return []
  const issued = (await listDocumentsOf(tx, [order.id])).get(order.id) ?? []
  const causes = new Set(issued.map(({ cause }) => cause))
  const missing = saleChanges(await listLegs(tx, order.id)).filter(({ transaction }) => !causes.has(transaction))
  if (missing.length === 0) return issued
  await lockNumbers(tx)
  const seller = sellerOf(await readCompany(tx))
  const buyer = currentInvoice(issued)?.content.buyer ?? (await readBuyer(tx, order.principalId))
  for (const { transaction, amount, tax, reason } of missing) {
    const open = openInvoices(issued.map(presentDocument))
    const content = { ...contentOf(order, now, tax), seller, buyer, reason, amount: cents(Math.abs(amount)) }
    const isCredit = amount < 0
    issued.push(
      await insertDocument(tx, {
        kind: isCredit ? 'credit-note' : 'invoice',
        orderId: order.id,
        position: issued.length + 1,
        cause: transaction,
        corrects: isCredit ? creditedBy(open, content.amount) : [],
        issuedAt: now,
        content,
      }),
    )
  }
  return issued
}

/** The parts that do not depend on the document, and the order's tax with another amount. */
export const contentOf = ({ snapshot, kind, currency, paidAt }: Order, now: Date, tax: number) => ({
  ...(snapshot.tax && { tax: { ...shownTax(snapshot.tax), amount: cents(Math.abs(tax)) } }),
  title: snapshot.title,
  item: kind,
  currency,
  suppliedAt: (paidAt ?? now).toISOString(),
})

/** The seller as the settings name it now; the product's name where they name none. */
export const sellerOf = ({ legalName, address, registration, vatId, supportEmail }: Company): DocumentContent['seller'] => ({
  name: legalName || SIGNATURE,
  address,
  registration,
  vatId,
  email: supportEmail,
})

/** The newest document of an order as a file, if it is a credit note. It is issued before the buyer is notified of its refund. */
export async function readCreditNote(db: Queryable, orderId: OrderId): Promise<MailAttachment | undefined> {
  const newest = (await listDocumentsOf(db, [orderId])).get(orderId)?.at(-1)
  return newest?.kind === 'credit-note' ? documentFile(presentDocument(newest)) : undefined
}
