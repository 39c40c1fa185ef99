import type { JoinEarlyAccess } from '#shared/newsletter/contract.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Resolves once the mutation is stored on this device. */
export const joinLater = (joining: JoinEarlyAccess) => enqueue('earlyAccess.join', joining)

/** A list membership has no document: it is visible only as its entry in the outbox. */
export const showJoining: ClientMutator<JoinEarlyAccess> = async () => undefined
