import type { PrincipalId } from '#shared/ids.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { StalePrincipalError } from '#web/sync/engine/outbox.ts'
import type { Transport } from '#web/sync/engine/transport.ts'
import { askMe, ownerOf } from './ask-private.ts'
import type { HeldAnswer, PullHeld } from './pull-held.ts'

export type PrivateAnswer =
  | {
      kind: 'delta'
      delta: PrivateDelta | undefined
      /** What the device had named of the collections that were compared. */
      have: Have
      principalId: PrincipalId | undefined
      /** As they were counted when it was asked. */
      answers: number
    }
  /** A guest's device holds an account's cookie: nothing of the answer is the guest's. */
  | { kind: 'other'; principalId: PrincipalId }

/** Asks what this principal may hold now. Whom the server has not met holds nothing of it; the code for all others is loaded. */
export async function pullPrivate(
  transport: Transport,
  db: PrivateDatabase,
  principalId: PrincipalId | undefined,
  loadPullHeld: () => Promise<PullHeld>,
): Promise<PrivateAnswer> {
  const answer = principalId ? await (await loadPullHeld())(transport, db, principalId) : await pullNothing(transport, db)
  const owner = ownerOf(answer.delta)
  if (owner && db.principal === 'guest' && owner.kind === 'account') return { kind: 'other', principalId: owner.id }
  if (owner && db.principal !== 'guest' && owner.id !== db.principal) throw new StalePrincipalError()
  return { kind: 'delta', ...answer, principalId: owner?.id ?? principalId }
}

async function pullNothing(transport: Transport, db: PrivateDatabase): Promise<HeldAnswer> {
  const answers = (await db.getMeta('answers')) ?? 0
  return { delta: await askMe(transport, undefined, { have: {} }), have: {}, answers }
}

/** Who the cookie belongs to and all they may hold, asked without naming anybody; undefined for a stranger. */
export async function whoAmI(transport: Transport) {
  const complete = await askMe(transport, undefined, { have: {} })
  return { owner: ownerOf(complete), set: complete?.put }
}
