import type { Queryable } from '#server/database/client.ts'
import { openOrder } from '#server/features/orders/checkout/open-order.ts'
import type { Purchase } from '#server/features/orders/checkout/purchase.ts'
import { unpaidProblem } from '#server/features/orders/checkout/unpaid-problem.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { receiptOf } from '#server/features/orders/receipts/receipt-mail.ts'
import { findOwnOrder, type Order } from '#server/features/orders/service.ts'
import { undeliverableReason } from '#server/features/orders/settlement/fulfil-order.ts'
import { settleForCaller } from '#server/features/orders/settlement/settle-order.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { Problem } from '#shared/problem.ts'
import type { ConfirmUnlock, PaymentConfirmed, PaymentSetup, UnlockState } from '#shared/unlocks/contract.ts'
import { isSoldOut } from './capacity.ts'
import { findContact } from './contact.ts'
import { assertOpen, charityOf, priceFor } from './pricing.ts'
import { hasGrant } from './queries.ts'
import { findSeller, type Seller } from './seller.ts'

export type UnlockDeps = { orders: OrderDeps }

/** Whether this principal owns the contact. No other fact about the caller counts, in particular no address. */
export async function checkUnlock(
  { orders }: UnlockDeps,
  principalId: PrincipalId | undefined,
  vcId: VcId,
): Promise<UnlockState> {
  const contact = principalId && (await findContact(orders, principalId, vcId))
  return contact ? { hasUnlocked: true, contact } : { hasUnlocked: false }
}

export type UnlockInput = { kind: 'vc_unlock' | 'vc_contact'; vcId: VcId; receiptEmail?: string | null | undefined }

/** @throws Problem `not-found` or `unlocks.*` when it cannot be bought. Nothing is charged in that case. */
export async function startUnlock({ orders }: UnlockDeps, principalId: PrincipalId, input: UnlockInput): Promise<PaymentSetup> {
  const { kind, vcId } = input
  const seller = await findSeller(orders.db, vcId)
  if (!seller) throw new Problem('not-found')
  const refuseOwned = async (db: Queryable) => {
    if (await hasGrant(db, principalId, vcId)) throw new Problem('unlocks.already-unlocked')
  }
  await refuseOwned(orders.db)
  await assertOpen(orders.db, principalId, seller, orders.now())
  const amount = priceFor(kind, seller, orders.minimumCharge)
  if (seller.limit && (await isSoldOut(orders.db, seller, seller.limit, orders.now()))) throw new Problem('unlocks.limit-reached')
  const purchase: Purchase = {
    principalId,
    kind,
    targetType: seller.vcType,
    targetId: vcId,
    slotId: null,
    amount,
    snapshot: {
      ...{ title: titleOf(seller), vcType: seller.vcType },
      ...charityOf(seller),
      ...receiptOf(input.receiptEmail),
      ...(seller.replyDays !== undefined && { replyDays: seller.replyDays }),
    },
  }
  return openOrder(orders, purchase, { refuseOwned })
}

const titleOf = ({ name, fund }: Seller) => `Contact of ${name}${fund && fund !== name ? `, ${fund}` : ''}`

const isUnlock = ({ kind }: { kind: OrderKind }) => kind === 'vc_unlock' || kind === 'vc_contact'

/**
 * Reads the payment again and returns the purchased contact. @throws Problem `not-found` for a payment of another person or
 * target (P6)
 */
export async function confirmUnlock(deps: UnlockDeps, principalId: PrincipalId, body: ConfirmUnlock): Promise<Contact> {
  const order = await findOwnOrder(deps.orders, principalId, body.paymentIntentId)
  if (!isUnlock(order) || order.targetId !== body.vcId) throw new Problem('not-found')
  return settleContact(deps, principalId, body.paymentIntentId)
}

/** For the confirmation page of a signed-in buyer. */
export async function confirmPayment(deps: UnlockDeps, principalId: PrincipalId, piId: string): Promise<PaymentConfirmed> {
  const order = await findOwnOrder(deps.orders, principalId, piId)
  // A call includes the contact; a bank's page returns here for both kinds.
  if (!isUnlock(order) && order.kind !== 'meeting') throw new Problem('not-found')
  const contact = order.kind === 'meeting' ? await settleCall(deps, order) : await settleContact(deps, principalId, piId)
  const { id, fund, name, contactType, contactHandle, introTemplate } = contact
  const vc = { id, fundName: fund ?? name, contactType, contactHandle }
  return { vc, introTemplate, ...('isContactDue' in contact && { isContactDue: true }) }
}

async function settleContact({ orders }: UnlockDeps, principalId: PrincipalId, piId: string): Promise<Contact> {
  const order = await findOwnOrder(orders, principalId, piId)
  const settled = await settleForCaller(orders, order)
  const refused = settled && undeliverableReason(settled)
  if (refused === 'unlocks.already-unlocked' || settled?.status === 'paid') {
    const contact = await findContact(orders, principalId, order.targetId as VcId)
    if (contact) return contact
  }
  throw unpaidProblem(settled)
}

/** The contact of a call is handed over later: until then its page shows the investor without contact details. */
async function settleCall({ orders }: UnlockDeps, order: Order) {
  const { principalId, targetId } = order
  const settled = await settleForCaller(orders, order)
  if (settled?.status !== 'paid') throw unpaidProblem(settled)
  const vcId = targetId as VcId
  const contact = await findContact(orders, principalId, vcId)
  if (contact) return contact
  const { name, fund } = (await findSeller(orders.db, vcId)) ?? { name: settled.snapshot.title, fund: null }
  return { id: vcId, name, fund, contactType: 'meeting' as const, contactHandle: null, introTemplate: '', isContactDue: true }
}
