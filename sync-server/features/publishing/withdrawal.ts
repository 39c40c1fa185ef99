import type { Transaction } from '#server/database/client.ts'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { cancelCompetingOrders, hasPaidOrder } from '#server/features/orders/service.ts'
import { deleteOwnDraft } from '#server/features/projects/delete-draft.ts'
import { requireFounder } from '#server/features/projects/draft-service.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import { refuseSwitchedOff } from '#server/switches.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import { PUT_BACK_BY_FOUNDER, WITHDRAWN_BY_FOUNDER } from '#shared/admin/audit.ts'
import type { ProjectId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { DeleteDraft } from '#shared/projects/edit.ts'
import { missingForPublishing } from '#shared/publishing/completeness.ts'
import { isTakenOff, PUBLISHING_KINDS } from './fulfilment.ts'
import { findOwnProject, lockProject, type ProjectRow, publishProject, withdrawByFounder } from './queries.ts'

type Deps = { orders: OrderDeps; limitOn: LimitOn }

/**
 * Takes a founder's project off the marketplace. Its text, votes, badge and payment stay. Repeating it changes nothing.
 *
 * @throws Problem `not-found` for another person's project, `projects.not-published`
 */
export const withdrawProject = (deps: Deps, account: Account, id: ProjectId): Promise<void> =>
  changeOwn(deps, account, id, async (tx, project, now) => {
    if (!project.isPublished && project.withdrawnAt) return
    if (!project.isPublished) throw new Problem('projects.not-published')
    await deps.limitOn(tx)('public-change-account', account.id)
    await withdrawByFounder(tx, id, now)
    await deleteChunks(tx, { projects: [id] })
    await noteChange(tx, account, id, { action: WITHDRAWN_BY_FOUNDER, isPublished: false })
  })

/**
 * Publishes it again, without a payment: its publication is still paid. Repeating it changes nothing.
 *
 * @throws Problem `not-found`, `projects.taken-off`, `projects.not-published` if its founder did not take it offline,
 *   `projects.unpaid`, `projects.incomplete`, `switched-off`
 */
export const putBackProject = (deps: Deps, account: Account, id: ProjectId): Promise<void> =>
  changeOwn(deps, account, id, async (tx, project, now) => {
    if (project.isPublished) return
    if (isTakenOff(project)) throw new Problem('projects.taken-off')
    if (!project.withdrawnAt) throw new Problem('projects.not-published')
    await refuseSwitchedOff(tx, 'scout-publishing')
    if (!(await hasPaidOrder(tx, id, PUBLISHING_KINDS))) throw new Problem('projects.unpaid')
    const missing = missingForPublishing(project)
    if (missing) throw new Problem('projects.incomplete', missing)
    await deps.limitOn(tx)('public-change-account', account.id)
    await publishProject(tx, id, now, { byFounder: true })
    await noteChange(tx, account, id, { action: PUT_BACK_BY_FOUNDER, isPublished: true })
  })

/**
 * Deletes the caller's draft. An open checkout for it is closed first; a payment that still arrives is refunded automatically.
 *
 * @throws Problem `projects.founders-only`, `payments.processing`, `projects.not-a-draft`, `projects.draft-changed`
 */
export async function deleteDraft({ orders, limitOn }: Deps, account: Account, { seen }: DeleteDraft): Promise<void> {
  requireFounder(account)
  const project = await findOwnProject(orders.db, account.id)
  const closed = project ? await cancelCompetingOrders(orders, PUBLISHING_KINDS, project.id) : []
  if (closed.some(({ status }) => status === 'processing')) throw new Problem('payments.processing')
  await callerDb(orders, account).transaction(async (tx) => {
    await limitOn(tx)('unlisted-change-account', account.id)
    if (project && (await hasPaidOrder(tx, project.id, PUBLISHING_KINDS))) throw new Problem('projects.not-a-draft')
    await deleteOwnDraft(tx, account, seen)
  })
}

type Change = (tx: Transaction, project: ProjectRow, now: Date) => Promise<void>

const changeOwn = ({ orders }: Deps, account: Account, id: ProjectId, change: Change) =>
  callerDb(orders, account).transaction(async (tx) => {
    const project = await lockProject(tx, id)
    if (project?.userId !== account.id) throw new Problem('not-found')
    await change(tx, project, orders.now())
  })

const callerDb = ({ db }: OrderDeps, account: Account) => lockingCaller(db, { principalId: account.principalId, account })

type Noted = { action: string; isPublished: boolean }

/** No admin can undo it: the decision is the founder's. */
const noteChange = (tx: Transaction, { id: actorId }: Account, targetId: ProjectId, { action, isPublished }: Noted) =>
  writeAuditEntry(tx, {
    actorId,
    action,
    targetType: 'project',
    targetId,
    before: { isPublished: !isPublished },
    after: { isPublished },
  })
