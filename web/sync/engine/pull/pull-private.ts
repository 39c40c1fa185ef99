import type { PrincipalId } from '#shared/ids.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { StalePrincipalError } from '#web/sync/engine/outbox.ts'
import type { Transport } from '#web/sync/engine/transport.ts'
import { askPrivate, ownerOf } from './ask-private.ts'
import type { Differences, PullDifferences } from './pull-differences.ts'

export type PrivateAnswer =
  | {
      kind: 'delta'
      delta: PrivateDelta | undefined
      /** The versions that were sent for the collections that were compared. */
      have: Have
      principalId: PrincipalId | undefined
      /** The count of stored responses at the time of the request. */
      answers: number
    }
  /** The device of a guest has the cookie of an account: nothing in the response belongs to the guest. */
  | { kind: 'other'; principalId: PrincipalId }

/**
 * Pulls the private data of this principal. A guest that the server does not know has no private data; the code for all others is
 * loaded on demand.
 */
export async function pullPrivate(
  transport: Transport,
  db: PrivateDatabase,
  principalId: PrincipalId | undefined,
  loadPullDifferences: () => Promise<PullDifferences>,
): Promise<PrivateAnswer> {
  const answer = principalId ? await (await loadPullDifferences())(transport, db, principalId) : await pullNothing(transport, db)
  const owner = ownerOf(answer.delta)
  if (owner && db.principal === 'guest' && owner.kind === 'account') return { kind: 'other', principalId: owner.id }
  if (owner && db.principal !== 'guest' && owner.id !== db.principal) throw new StalePrincipalError()
  return { kind: 'delta', ...answer, principalId: owner?.id ?? principalId }
}

async function pullNothing(transport: Transport, db: PrivateDatabase): Promise<Differences> {
  const answers = (await db.getMeta('answers')) ?? 0
  return { delta: await askPrivate(transport, undefined, { have: {} }), have: {}, answers }
}

/** The owner of the cookie and all their private data, requested without naming a principal; undefined if there is no session. */
export async function whoAmI(transport: Transport) {
  const complete = await askPrivate(transport, undefined, { have: {} })
  return { owner: ownerOf(complete), set: complete?.put }
}
