import { isPaidByAnotherOrder } from '#server/features/orders/service.ts'
import type { Fulfilment, GrantResult, GrantState, Refusal } from '#server/features/orders/settlement/fulfilment.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { lockProject, type ProjectRow, publishProject, withdrawProject } from './queries.ts'

/** Each of these kinds publishes a project, once. */
export const PUBLISHING_KINDS: OrderKind[] = ['scout_publish', 'project_visibility']

/** Both kinds buy the publication of the project. */
export const publishFulfilment: Fulfilment = {
  alreadyOwnedCode: 'projects.already-published',

  async grant(tx, order, now): Promise<GrantResult | Refusal> {
    const id = order.targetId as ProjectId
    const project = await lockProject(tx, id)
    if (!project) return { refused: 'not-found' }
    if (project.isPublished) return { refused: 'projects.already-published' }
    // An admin took the project offline while the payment was in progress.
    if (isTakenOff(project)) return { refused: 'projects.taken-off' }
    // Paying for it is the founder's decision to publish it, also after taking it offline.
    await publishProject(tx, id, now, { byFounder: true })
    return {}
  },

  async findBlocker(tx, order) {
    await lockProject(tx, order.targetId as ProjectId)
    return (await isPaidByAnotherOrder(tx, order, PUBLISHING_KINDS)) ? 'projects.already-published' : undefined
  },

  /**
   * Only a change of the payment status changes the project: the payment is read repeatedly, and in between an admin may have
   * withdrawn the project for other reasons, or its founder has. That decision outlasts every later payment event, such as a won dispute or a failed
   * refund.
   */
  async setGrantState(tx, order, state, now) {
    if (order.status === STATUS_OF[state]) return
    const id = order.targetId as ProjectId
    await lockProject(tx, id)
    if (state === 'completed') await publishProject(tx, id, now, { byFounder: false })
    else if (!(await isPaidByAnotherOrder(tx, order, PUBLISHING_KINDS))) await withdrawProject(tx, id)
  },
}

const STATUS_OF: Record<GrantState, OrderStatus> = {
  completed: 'paid',
  refunded: 'refunded',
  disputed: 'disputed',
  revoked: 'revoked',
}

/** An admin rejected it or took it offline, which no payment reverts: only another decision of an admin does. */
export const isTakenOff = ({ status, isPublished, takenOffAt }: Pick<ProjectRow, 'status' | 'isPublished' | 'takenOffAt'>) =>
  !isPublished && (status === 'rejected' || takenOffAt !== null)
