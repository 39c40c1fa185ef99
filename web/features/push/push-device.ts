import { PushState } from '#shared/push/contract.ts'
import { subscriptionBody } from '#shared/push/subscription-body.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { del, get, put } from '#web/net/api.ts'

/**
 * Whether this browser can receive pushes: `ready`; `needs-install` in Safari on an iPhone or iPad, where only an app on the home
 * screen can; `blocked` by the user in the browser's settings; `missing` in a browser without them, or without a worker.
 */
export type PushAbility = 'ready' | 'needs-install' | 'blocked' | 'missing'

const registration = async () => navigator.serviceWorker?.getRegistration()

export async function readAbility(): Promise<PushAbility> {
  const hasPush = 'PushManager' in window && 'Notification' in window && (await registration()) !== undefined
  if (!hasPush) return isAppleMobile() ? 'needs-install' : 'missing'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** The user agent of an iPad is that of a Mac, but no Mac has more than one touch point. */
const isAppleMobile = () =>
  /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
  (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whether the user has neither allowed nor forbidden notifications here. */
export const isUndecided = () => 'Notification' in window && Notification.permission === 'default'

const fetchState = () => get('/api/push', PushState)

/** Whether the server sends pushes here; without a connection, what the browser knows. */
export async function isPushOn(): Promise<boolean> {
  const subscription = await (await registration())?.pushManager?.getSubscription()
  if (!subscription) return false
  return fetchState().then(
    ({ isOn }) => isOn,
    () => true,
  )
}

/**
 * Asks for the permission, directly in the click, as browsers require, and subscribes.
 *
 * @returns false when the user does not allow it
 * @throws HttpProblem, Unreachable; DOMException when the browser's push service cannot be reached
 */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await registration()
  if (!worker) return false
  const { publicKey } = await fetchState()
  // A subscription of an earlier session may be for another key, and then no other can be made.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { isOn } = await put('/api/push', subscriptionBody(subscription), PushState)
  await noteReceiving(isOn)
  return isOn
}

/**
 * Notes the user's choice in the account's data on this device, for the worker: the browser may replace the subscription, also after
 * the server has found the old one ended. It is gone after a sign-out.
 */
async function noteReceiving(value: boolean) {
  // A storage that is full or busy costs no more than that replacement.
  await currentPrivateDb()
    ?.meta.put({ key: 'receivesPushes', value })
    .catch(() => undefined)
}

/** Ends it on the server first: without a connection the switch stays on. @throws HttpProblem, Unreachable */
export async function turnOff(): Promise<void> {
  await del('/api/push', PushState)
  await noteReceiving(false)
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
}

const DISMISSED = 'latchkeyPushLater'

/** A browser without storage for the page shows the offer once per page load. */
export function isOfferDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null
  } catch {
    return false
  }
}

export function dismissOffer() {
  try {
    localStorage.setItem(DISMISSED, 'yes')
  } catch {
    // Storage is forbidden or full: the offer is shown once more than necessary.
  }
}
