import type { Transaction } from '#server/db.ts'
import type { Fulfilment } from '#server/features/orders/fulfilment.ts'
import { newId } from '#server/new-id.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { introTemplate } from './intro-template.ts'
import {
  countGrants,
  findFounder,
  findListedInvestor,
  findPlatformInvestor,
  hasGrant,
  insertGrant,
  lockInvestor,
  setGrantStatus,
} from './queries.ts'
import { findSeller, type Limit, type Seller } from './seller.ts'

/** What a `vc_unlock` or `vc_contact` order buys: the right to read one investor's contact. */
export const unlockFulfilment: Fulfilment = {
  alreadyHeld: 'unlocks.already-unlocked',

  async grant(tx, order, now) {
    const vcId = order.targetId as VcId
    const { vcType } = order.snapshot
    if (!vcType) throw new Error(`The order ${order.id} names no kind of investor`)
    await lockInvestor(tx, vcId)
    const refused = await refusal(tx, order.principalId, vcId, now)
    if (refused) return { refused }
    await insertGrant(tx, {
      id: newId('unl'),
      principalId: order.principalId,
      orderId: order.id,
      email: order.snapshot.receiptEmail ?? null,
      vcId,
      vcType,
      amount: order.amount,
      paymentType: order.kind,
      stripePaymentIntentId: order.piId ?? '',
      createdAt: now,
    })
    const { charity } = order.snapshot
    return {
      payee: charity ? `charity_payable:${charity}` : `investor_payable:${vcId}`,
      introTemplate: await writeIntro(tx, order.principalId, vcId),
    }
  },

  setGrant: (tx, order, state) => setGrantStatus(tx, order.id, state),
}

/** What made the purchase impossible after it was begun. An investor who was unlisted meanwhile is still delivered. */
async function refusal(tx: Transaction, principalId: PrincipalId, vcId: VcId, now: Date): Promise<ProblemCode | undefined> {
  if (await hasGrant(tx, principalId, vcId)) return 'unlocks.already-unlocked'
  const exists = (await findPlatformInvestor(tx, vcId)) ?? (await findListedInvestor(tx, vcId))
  if (!exists) return 'not-found'
  const seller = await findSeller(tx, vcId)
  return seller?.limit && (await isFull(tx, seller, seller.limit, now)) ? 'unlocks.limit-reached' : undefined
}

/** Whether an investor took as many introductions as they wanted. */
export async function isFull(db: Parameters<typeof countGrants>[0], { id }: Pick<Seller, 'id'>, limit: Limit, now: Date) {
  const since = new Date(now.getTime() - limit.days * 24 * 60 * 60 * 1000)
  return (await countGrants(db, id, since)) >= limit.most
}

async function writeIntro(tx: Transaction, principalId: PrincipalId, vcId: VcId): Promise<string> {
  const [platform, listed, founder] = [
    await findPlatformInvestor(tx, vcId),
    await findListedInvestor(tx, vcId),
    await findFounder(tx, principalId),
  ]
  const project = founder?.project
  return introTemplate({
    investor: platform
      ? { name: platform.partnerName, fund: platform.fundName }
      : { name: listed?.name ?? '', fund: listed?.fund ?? null },
    founder: founder && {
      name: [founder.firstName, founder.lastName].filter(Boolean).join(' ') || null,
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
