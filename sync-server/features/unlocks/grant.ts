import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { Order } from '#server/features/orders/service.ts'
import type { GrantResult } from '#server/features/orders/settlement/fulfilment.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { formatAccount } from '#shared/ledger/account.ts'
import { introTemplate } from './intro-template.ts'
import { findFounder, forgetIntrosTo, insertGrant, setGrantState } from './queries.ts'
import { forgetRepliesOf } from './request-queries.ts'
import { recordUnlock } from './requests.ts'
import type { InvestorRow } from './seller.ts'

/** The fulfilment of an unlock at settlement: grants the contact, and returns payee and introduction. */
export async function fulfilUnlock(tx: Transaction, order: Order, investor: InvestorRow, now: Date): Promise<GrantResult> {
  await grantContact(tx, order, now)
  await recordUnlock(tx, order.principalId, order.targetId as VcId, now)
  return soldContact(tx, order, investor)
}

/** Inserts the grant, a row of `vc_unlocks`, once per order: with the payment of an unlock, and for a call when its free cancellation has ended. */
export async function grantContact(tx: Transaction, order: Order, now: Date) {
  const vcId = order.targetId as VcId
  const { vcType, receiptEmail } = order.snapshot
  if (!vcType) throw new Error(`Order ${order.id} has no investor type`)
  await insertGrant(tx, {
    id: newId('unl'),
    principalId: order.principalId,
    orderId: order.id,
    email: receiptEmail ?? null,
    vcId,
    vcType,
    amount: order.amount,
    paymentType: order.kind,
    stripePaymentIntentId: order.piId ?? '',
    createdAt: now,
  })
}

/** The payee of a sale, and the text of a first message. Neither contains the investor's contact details. */
export async function soldContact(tx: Transaction, order: Order, investor: InvestorRow): Promise<GrantResult> {
  const vcId = order.targetId as VcId
  const { charity } = order.snapshot
  return {
    payee: formatAccount(charity ? { kind: 'charity_payable', charity } : { kind: 'investor_payable', vcId }),
    introTemplate: await writeIntro(tx, order.principalId, investor),
  }
}

/** Deletes what departed investors left with their buyers: their names in introductions, and the texts of their replies. */
export async function forgetTextsOf(tx: Transaction, investors: VcId[]) {
  await forgetIntrosTo(tx, investors)
  await forgetRepliesOf(tx, investors)
}

// Calls have the same grants, and other features never import queries.
export { setGrantState }

async function writeIntro(tx: Transaction, principalId: PrincipalId, { platform, listed }: InvestorRow): Promise<string> {
  const founder = await findFounder(tx, principalId)
  const project = founder?.project
  return introTemplate({
    investor: platform
      ? { name: platform.partnerName, fund: platform.fundName }
      : { name: listed?.name ?? '', fund: listed?.fund ?? null },
    founder: founder && {
      name: fullName(founder),
      project: project
        ? {
            name: project.companyName,
            about: project.oneLineDescription ?? project.description,
            stage: project.projectStage,
          }
        : null,
    },
  })
}
