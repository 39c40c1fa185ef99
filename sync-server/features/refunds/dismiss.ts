import { recordDecision } from '#server/features/admin/record-decision.ts'
import type { Account } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import type { DecideDeps } from './decide.ts'
import { dismissWarning } from './queries.ts'

/** An admin looked at a warning and leaves the payment alone. @throws Problem `review.moved-on` when somebody had, or there is none */
export const dismissFraudWarning = ({ db, now }: DecideDeps, admin: Account, id: string) =>
  db.transaction(async (tx) => {
    const orderId = await dismissWarning(tx, id, now())
    if (!orderId) throw new Problem('review.moved-on')
    await recordDecision(tx, { actorId: admin.id, action: 'left alone', targetType: 'fraud-warning', targetId: id })
  })
