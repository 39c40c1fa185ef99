import { solveAside } from '#web/net/tab/solve-aside.ts'
import type { SendWaiting } from '#web/sync/engine/push/push.ts'
import { createPushProof } from '#web/sync/engine/push/push-proof.ts'
import { sendPending } from '#web/sync/engine/push/send-pending.ts'

/** One per tab, because a challenge is solved between two pushes. */
const proof = createPushProof((challenge) => solveAside(challenge))

/** Sends the outbox, and passes full limits of forms that a visitor filled in. */
export const sendWithProof: SendWaiting = (transport, deps, waiting, knownAs) =>
  sendPending(transport, { ...deps, proof }, waiting, knownAs)
