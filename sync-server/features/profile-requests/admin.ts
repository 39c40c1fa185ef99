import { profileRemoved, requestDeclined, requestOwned } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { revocationsOf } from '#server/features/admin/profiles/revocations.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import type { Account } from '#server/http/session.ts'
import type { Revocation } from '#shared/admin/applications.ts'
import { Problem } from '#shared/problem.ts'
import type { AdminProfileRequest } from '#shared/profile-requests/contract.ts'
import { findRequest, hasOwner, listRequests, lockRequest, updateRequest } from './queries.ts'
import { holdForRemoval, withdraw } from './remove-profile.ts'
import { mailLink, type ProfileRequestDeps } from './service.ts'
import { findTarget } from './target.ts'

/** Open requests, and those decided recently. */
export async function listForAdmin({ db, keyring }: ProfileRequestDeps): Promise<AdminProfileRequest[]> {
  const rows = await listRequests(db)
  const revocations = await revocationsOf(db, keyring, rows, ({ request }) => ({ email: request.email, recordId: request.vcId }))
  return rows.map((row) => presentRequest(row, revocations.get(row) ?? []))
}

type Row = Awaited<ReturnType<typeof listRequests>>[number]

function presentRequest({ request, name, fund }: Row, earlier: Revocation[]): AdminProfileRequest {
  const holding = earlier.filter(({ recordId, liftedAt }) => recordId === request.vcId && liftedAt === null)
  const revocation = holding.find(({ isSameOwner }) => isSameOwner) ?? holding[0]
  return {
    id: request.id,
    vcId: request.vcId,
    kind: request.kind,
    status: request.status,
    name,
    fund,
    email: request.email,
    message: request.message,
    revocation: revocation ? { revokedAt: revocation.revokedAt, isSameAddress: revocation.isSameOwner } : null,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }
}

type Decision = { id: string; decision: 'approve' | 'decline'; admin: Account; base: string }

/**
 * An admin approves or declines a request. A removal is applied immediately; a claim gets the link that a known mailbox would
 * have received, because the profile needs an owning account.
 *
 * A request about a replaced or deleted record can only be declined.
 *
 * @throws Problem `not-found`, `review.moved-on` when it is already decided or nothing can be handed over, `review.record-taken`
 */
export async function decide(deps: ProfileRequestDeps, { id, decision, admin, base }: Decision) {
  await deps.db.transaction(async (tx) => {
    const found = await findRequest(tx, id)
    if (found?.kind === 'remove' && decision === 'approve') await holdForRemoval(tx, found.vcId)
    const request = await lockRequest(tx, id)
    if (!request) throw new Problem('not-found')
    if (request.status !== 'open') throw new Problem('review.moved-on')
    const { vcId, kind, email } = request
    const isOwned = await hasOwner(tx, vcId)
    const target = await findTarget(tx, vcId, kind)
    const decided = { decidedAt: deps.now(), decidedBy: admin.id }
    const tell = async (isApproved: boolean) => {
      if (email)
        await writeNotice(
          tx,
          { mailbox: email },
          {
            ...{ kind: 'profile-request', subject: id, now: decided.decidedAt },
            facts: { vcId, request: kind, isApproved },
          },
        )
    }
    const log = (action: string) => writeAuditEntry(tx, { actorId: admin.id, action, targetType: 'listing', targetId: vcId })
    if (decision === 'decline') {
      await log(`declined to ${kind === 'claim' ? 'hand over' : 'remove'}`)
      await updateRequest(tx, id, { ...decided, status: 'declined', email: null, message: null })
      await tell(false)
      // Also for a deleted record, so that no request stays open permanently.
      const called = (target ?? (await findTarget(tx, vcId, 'remove')))?.called
      const mailMessage = isOwned ? requestOwned(called) : requestDeclined(called)
      if (email) await queueMail(tx, { to: email, template: 'profile-declined', message: mailMessage })
    } else if (isOwned) {
      throw new Problem('review.record-taken')
    } else if (!target) {
      throw new Problem('review.moved-on')
    } else if (kind === 'remove') {
      await withdraw(tx, deps, vcId, admin.id)
      await tell(true)
      if (email) await queueMail(tx, { to: email, template: 'profile-removed', message: profileRemoved(target.called) })
      await updateRequest(tx, id, decided)
    } else if (email) {
      await log('offered')
      await tell(true)
      await updateRequest(tx, id, { ...decided, message: null })
      await mailLink(tx, deps, { id, kind, name: target.called, to: email, base })
    }
  })
}
