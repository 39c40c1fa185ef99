import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import { PushState } from '#shared/push/contract.ts'
import { subscriptionBody } from '#shared/push/subscription-body.ts'
import { HttpProblem } from '#web/net/api.ts'
import { type WorkerPlatform, withWorkerSession } from './worker-session.ts'

type Subscription = Pick<PushSubscription, 'toJSON' | 'options' | 'unsubscribe'>

/** Firefox names neither; Chromium and Safari name both, or the old one alone. */
export type Replaced = { oldSubscription?: Subscription | null | undefined; newSubscription?: Subscription | null | undefined }

/** What a worker needs of its scope, and what a test replaces. */
type Scope = {
  registration: {
    pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<Subscription> }
  }
  /** Not in every browser. */
  cookieStore?: { get: (name: string) => Promise<unknown> }
}

/**
 * Reports the new address of this browser to the account that has turned notifications on here. Without such an account, the new
 * subscription is ended: the browser keeps subscriptions after a sign-out, and the next account has not asked for pushes.
 */
export async function renewSubscription(
  { registration, cookieStore }: Scope,
  device: WorkerPlatform,
  { oldSubscription, newSubscription }: Replaced,
): Promise<void> {
  let isWanted = false
  await withWorkerSession(device, async ({ db }) => {
    // A sign-out through the address bar is completed by the next page.
    if (db.principal === 'guest' || (await cookieStore?.get(LEFT_COOKIE))) return
    const headers = { [PRINCIPAL_HEADER]: db.principal }
    const state = await device.api.get('/api/push', PushState, { headers }).catch(unlessRefused)
    // The server may have found the old subscription ended already. Devices of the last release have no note.
    isWanted = state !== undefined && ((await db.getMeta('receivesPushes')) ?? state.isOn)
    if (!state || !isWanted) return
    const options = oldSubscription?.options ?? { userVisibleOnly: true, applicationServerKey: state.publicKey }
    const next = newSubscription ?? (await registration.pushManager.subscribe(options))
    await device.api.put('/api/push', subscriptionBody(next), PushState, { headers })
  })
  if (!isWanted) await newSubscription?.unsubscribe()
}

/** The session of the account has ended. @throws Unreachable, and HttpProblem for a server that has a fault */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof HttpProblem) || error.status >= 500) throw error
}
