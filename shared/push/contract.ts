import * as v from 'valibot'

/** Bytes in base64url, without padding. */
const base64url = (bytes: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.length(Math.ceil((bytes * 4) / 3)))

/** `PUT /api/push`: what the browser's push service has given the page. @see RFC 8291, section 3.1 */
export const SubscribeToPush = v.object({
  /** A secret: a server that knows the address can write to it. */
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
  /** The browser's public key, an uncompressed point of P-256. */
  p256dh: base64url(65),
  auth: base64url(16),
})
export type SubscribeToPush = v.InferOutput<typeof SubscribeToPush>

/** `GET /api/push`. */
export const PushState = v.object({
  /** The server's key (VAPID), which a subscription is made for. @see RFC 8292 */
  publicKey: v.string(),
  /** Whether this session receives pushes. */
  isOn: v.boolean(),
})
export type PushState = v.InferOutput<typeof PushState>

/** Subscriptions of one account: one more ends the oldest. */
export const MAX_PUSH_DEVICES = 20

/**
 * The payload of a push, encrypted to the browser: a kind, ids and a count. The text is composed on the device, and nothing that a user
 * has written or paid is in it.
 */
export const PushMessage = v.object({
  /** The principal that it is for: a device that belongs to another one by now shows nothing. */
  to: v.string(),
  /** The notice. */
  id: v.string(),
  kind: v.string(),
  /** A screen of the app. */
  path: v.string(),
  /** Notifications with the same tag replace each other. */
  tag: v.string(),
  /** How many notices are unread, for the number on the app icon. */
  unread: v.number(),
})
export type PushMessage = v.InferOutput<typeof PushMessage>
