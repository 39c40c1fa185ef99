import type { Queryable } from '#server/database/client.ts'
import { openOrder } from '#server/features/orders/checkout/open-order.ts'
import type { Purchase } from '#server/features/orders/checkout/purchase.ts'
import { unpaidProblem } from '#server/features/orders/checkout/unpaid-problem.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { receiptOf } from '#server/features/orders/receipts/receipt-mail.ts'
import { findOwnOrder } from '#server/features/orders/service.ts'
import { undeliverableReason } from '#server/features/orders/settlement/fulfil-order.ts'
import { settleForCaller } from '#server/features/orders/settlement/settle-order.ts'
import type { ColdFund, ConfirmDecisionMaker, DecisionMaker, DecisionMakerState } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { findDecisionMaker } from './owned.ts'
import { presentFund } from './present.ts'
import { findForSale, hasGrant, listDecisionMakers, listFundsOfSlug } from './queries.ts'

export type ColdScoutDeps = { orders: OrderDeps }

/** Whether this principal has unlocked a decision maker. No other fact about the caller counts, in particular no address. */
export async function checkDecisionMaker(
  { orders }: ColdScoutDeps,
  principalId: PrincipalId | undefined,
  id: DecisionMakerId,
): Promise<DecisionMakerState> {
  const contact = principalId && (await findDecisionMaker(orders, principalId, id))
  return contact ? { hasUnlocked: true, contact } : { hasUnlocked: false }
}

type PurchaseInput = { decisionMakerId: DecisionMakerId; email?: string | null | undefined }

/** @throws Problem `not-found`, `unlocks.already-unlocked`. Nothing is charged in that case. */
export async function startDecisionMaker(
  { orders }: ColdScoutDeps,
  principalId: PrincipalId,
  { decisionMakerId, email }: PurchaseInput,
): Promise<PaymentSetup> {
  const person = await findForSale(orders.db, decisionMakerId)
  if (!person) throw new Problem('not-found')
  const refuseOwned = async (db: Queryable) => {
    if (await hasGrant(db, principalId, decisionMakerId)) throw new Problem('unlocks.already-unlocked')
  }
  await refuseOwned(orders.db)
  const purchase: Purchase = {
    principalId,
    kind: 'decision_maker',
    targetType: 'decision_maker',
    targetId: decisionMakerId,
    slotId: null,
    amount: quote({ kind: 'decision_maker' }).amount,
    snapshot: { title: `Profiles of the ${person.role} of ${person.fundName}`, ...receiptOf(email) },
  }
  return openOrder(orders, purchase, { refuseOwned })
}

/**
 * Reads the payment again and returns the purchased profile. @throws Problem `not-found` for a payment of another person or
 * target (P6)
 */
export async function confirmDecisionMaker(
  { orders }: ColdScoutDeps,
  principalId: PrincipalId,
  { paymentIntentId, decisionMakerId }: ConfirmDecisionMaker,
): Promise<DecisionMaker> {
  const order = await findOwnOrder(orders, principalId, paymentIntentId)
  if (order.kind !== 'decision_maker' || order.targetId !== decisionMakerId) throw new Problem('not-found')
  const settled = await settleForCaller(orders, order)
  const isOwned = settled && (settled.status === 'paid' || undeliverableReason(settled) === 'unlocks.already-unlocked')
  const owned = isOwned && (await findDecisionMaker(orders, principalId, decisionMakerId))
  if (!owned) throw unpaidProblem(settled)
  return owned
}

/** The public data of the fund under this slug, with masked names; `undefined` when Cold Scout lists none. */
export async function findListedFund(db: Queryable, slug: string): Promise<ColdFund | undefined> {
  const [fund] = await listFundsOfSlug(db, slug)
  return fund && presentFund(fund, await listDecisionMakers(db, [fund.id]))
}
