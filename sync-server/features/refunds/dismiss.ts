import { recordDecision } from '#server/features/admin/record-decision.ts'
import type { Account } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import type { DecideDeps } from './decide.ts'
import { dismissWarning } from './queries.ts'

/**
 * Marks a fraud warning as reviewed without a refund. @throws Problem `review.moved-on` when it was dismissed before or does not
 * exist
 */
export const dismissFraudWarning = ({ db, now }: DecideDeps, admin: Account, id: string) =>
  db.transaction(async (tx) => {
    const orderId = await dismissWarning(tx, id, now())
    if (!orderId) throw new Problem('review.moved-on')
    await recordDecision(tx, { actorId: admin.id, action: 'left alone', targetType: 'fraud-warning', targetId: id })
  })
