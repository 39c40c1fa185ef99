import type { JoinEarlyAccess } from '#shared/newsletter/contract.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Resolves once the entry is stored on this device. */
export const joinLater = (joining: JoinEarlyAccess) => enqueue('earlyAccess.join', joining)

/** No document shows who is on a list: its entry in the outbox is all there is to see. */
export const showJoining: ClientMutator<JoinEarlyAccess> = async () => undefined
