import { readCompany } from '#server/company.ts'
import type { Database } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { keepDetails } from '#server/features/billing/service.ts'
import type { CallerRef } from '#server/http/session.ts'
import { BILLING_FIELDS, type BillingDetails } from '#shared/documents/billing.ts'
import type { CorrectInvoice, OrderDocument } from '#shared/documents/contract.ts'
import { correctionOf, currentInvoice } from '#shared/documents/correction.ts'
import type { OrderId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { contentOf, sellerOf } from './issue-documents.ts'
import { insertDocument, listDocumentsOf, lockNumbers, lockOrder, presentDocument } from './queries.ts'

/**
 * Issues an invoice with the buyer's details in place of the one that the buyer saw: a credit note about what is left of it, and
 * an invoice of the same amount. An account keeps the details for its next purchase. A repeated request issues nothing.
 *
 * @returns all documents of the order
 * @throws Problem `not-found`, also for an order of another principal; `documents.replaced`; `documents.closed` when nothing is
 *   left, a year has passed, or there were five corrections
 */
export const correctInvoice = (
  { db, now }: { db: Database; now: () => Date },
  caller: CallerRef,
  orderId: OrderId,
  { replaces, details }: CorrectInvoice,
): Promise<OrderDocument[]> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, caller)
    const order = await lockOrder(tx, orderId)
    if (order?.principalId !== caller.principalId) throw new Problem('not-found')
    const issued = (await listDocumentsOf(tx, [orderId])).get(orderId) ?? []
    const current = currentInvoice(issued)
    if (!current) throw new Problem('not-found')
    const all = () => issued.map(presentDocument)
    if (isSame(current.content.buyer, details) && (current.number === replaces || current.corrects.includes(replaces)))
      return all()
    if (current.number !== replaces) throw new Problem('documents.replaced')
    const at = now()
    const correction = correctionOf(all(), at)
    if (!correction) throw new Problem('documents.closed')
    await lockNumbers(tx)
    const common = { ...contentOf(order, at, correction.tax), reason: 'correction' as const, amount: correction.amount }
    const shared = { orderId, cause: `correction:${replaces}`, corrects: correction.numbers, issuedAt: at }
    const cancelled = { ...common, seller: current.content.seller, buyer: current.content.buyer }
    issued.push(await insertDocument(tx, { ...shared, kind: 'credit-note', position: issued.length + 1, content: cancelled }))
    const seller = sellerOf(await readCompany(tx))
    issued.push(
      await insertDocument(tx, {
        ...shared,
        kind: 'invoice',
        position: issued.length + 1,
        content: { ...common, seller, buyer: details },
      }),
    )
    if (caller.account) await keepDetails(tx, caller.account.id, details)
    return all()
  })

const isSame = (one: BillingDetails, other: BillingDetails) => BILLING_FIELDS.every((field) => one[field] === other[field])
