import type { Queryable } from '#server/database/client.ts'
import { openHostedOrder, openOrder } from '#server/features/orders/checkout/open-order.ts'
import type { Purchase } from '#server/features/orders/checkout/purchase.ts'
import { unpaidProblem } from '#server/features/orders/checkout/unpaid-problem.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { cancelCompetingOrders, findOrderOf, findOwnOrder, hasPaidOrder } from '#server/features/orders/service.ts'
import { settleForCaller } from '#server/features/orders/settlement/settle-order.ts'
import { requireFounder } from '#server/features/projects/draft-service.ts'
import type { Account } from '#server/http/session.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { CheckoutPage } from '#shared/orders/contract.ts'
import { Problem } from '#shared/problem.ts'
import { missingForPublishing } from '#shared/publishing/completeness.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { isTakenOff, PUBLISHING_KINDS } from './fulfilment.ts'
import { findOwnProject, readProject } from './queries.ts'

export type PublishingDeps = { orders: OrderDeps }

type Kind = 'scout_publish' | 'project_visibility'

/**
 * The $9 option: the provider's hosted page, which returns to `origin`.
 *
 * @throws Problem `projects.founders-only`, `projects.none`, `projects.incomplete`, `projects.already-published`,
 *   `projects.withdrawn`, `projects.taken-off`
 */
export async function startScoutPayment({ orders }: PublishingDeps, account: Account, origin: string): Promise<CheckoutPage> {
  const purchase = await prepare(orders, account, 'scout_publish')
  const pages = {
    successUrl: `${origin}/scout-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/project-setup`,
  }
  const hosted = { ...purchase, snapshot: { ...purchase.snapshot, pages } }
  return openHostedOrder(orders, hosted, checksOf(orders, hosted))
}

/** The $49 option: a card form in the app. It throws the same. */
export async function startProjectPayment({ orders }: PublishingDeps, account: Account): Promise<PaymentSetup> {
  const purchase = await prepare(orders, account, 'project_visibility')
  return openOrder(orders, purchase, checksOf(orders, purchase))
}

async function prepare({ db }: OrderDeps, account: Account, kind: Kind): Promise<Purchase> {
  requireFounder(account)
  const project = await findOwnProject(db, account.id)
  if (!project) throw new Problem('projects.none')
  if (project.isPublished) throw new Problem('projects.already-published')
  if (isTakenOff(project)) throw new Problem('projects.taken-off')
  await refusePaid(db, project.id)
  const missing = missingForPublishing(project)
  if (missing) throw new Problem('projects.incomplete', missing)
  return {
    principalId: account.principalId,
    kind,
    targetType: 'project',
    targetId: project.id,
    slotId: null,
    amount: quote({ kind }).amount,
    snapshot: { title: `${kind === 'scout_publish' ? 'Scout listing' : 'Project visibility'} of ${project.companyName}` },
  }
}

/** Paid, but not public when it was read: the payment was settled since, or an admin or its founder has taken it offline. */
async function refusePaid(db: Queryable, projectId: ProjectId) {
  if (!(await hasPaidOrder(db, projectId, PUBLISHING_KINDS))) return
  const project = await readProject(db, projectId)
  if (project?.isPublished) throw new Problem('projects.already-published')
  throw new Problem(project?.withdrawnAt && !isTakenOff(project) ? 'projects.withdrawn' : 'projects.taken-off')
}

const checksOf = (orders: OrderDeps, purchase: Purchase) => ({
  beforeCheckout: () => refuseWhilePending(orders, purchase),
  refuseOwned: (db: Queryable) => refusePaid(db, purchase.targetId as ProjectId),
})

/** Prevents double payment: an order of the other kind is cancelled; if it is already paid, nothing is left to buy. */
async function refuseWhilePending(orders: OrderDeps, { kind, targetId }: Purchase) {
  const others = PUBLISHING_KINDS.filter((other) => other !== kind)
  for (const order of await cancelCompetingOrders(orders, others, targetId)) {
    if (order.status === 'paid') throw new Problem('projects.already-published')
    if (order.status === 'processing') throw new Problem('payments.processing')
  }
}

/** Reads the $49 payment again. @throws Problem `not-found` for a payment of another person or target (P6) */
export async function confirmProjectPayment({ orders }: PublishingDeps, account: Account, piId: string): Promise<ProjectId> {
  const order = await findOwnOrder(orders, account.principalId, piId)
  if (!PUBLISHING_KINDS.includes(order.kind)) throw new Problem('not-found')
  const settled = await settleForCaller(orders, order)
  if (settled?.status === 'paid') return order.targetId as ProjectId
  throw unpaidProblem(settled)
}

/**
 * Whether a checkout published a project, by the provider's state only (P25). A signed-in account gets an answer for its own
 * checkouts only; a caller without an account may have paid in a browser that lost its session.
 */
export async function isScoutPaid({ orders }: PublishingDeps, account: Account | undefined, sessionId: string): Promise<boolean> {
  const order = await findOrderOf(orders, sessionId)
  if (order?.kind !== 'scout_publish' || order.sessionId !== sessionId) return false
  if (account && account.principalId !== order.principalId) return false
  return (await settleForCaller(orders, order))?.status === 'paid'
}
