import type { SubscribeToPush } from './contract.ts'

type Given = { toJSON: () => { endpoint?: string; keys?: Record<string, string> } }

/** What the server needs of a browser's subscription. */
export function subscriptionBody(subscription: Given): SubscribeToPush {
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
