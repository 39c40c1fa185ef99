import webPush from 'web-push'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { SESSION_IDLE_MS } from '#server/features/accounts/sessions/session-ttl.ts'
import type { Log } from '#server/log.ts'
import { inSpan } from '#server/observe/traces/spans.ts'
import { readNotice } from '#shared/notices/kinds.ts'
import { groupOf } from '#shared/notices/preferences.ts'
import type { PushMessage, SubscribeToPush } from '#shared/push/contract.ts'
import { callPushService, PrivateAddress, type PushRequest } from './push-service.ts'
import {
  type Claimed,
  claimDeliveries,
  type Due,
  deleteDelivery,
  deleteSubscription,
  findDue,
  postponeDelivery,
} from './queries.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type SendDeps = {
  db: Database
  log: Log
  keyring: Keyring
  now: () => Date
  readKeys: () => Promise<VapidKeys>
  /** The operator's address, which a push service may write to. */
  contact: string
  origins: readonly string[]
}

const MOST_AT_ONCE = 16
/** A push service that does not respond leaves room for the others. */
const MOST_PER_ORIGIN = 4
const BATCH = 64
/** Longer than a batch takes, because a push service that fails once is paused for the rest of it. */
const LEASE_SECONDS = 120

const FIRST_PAUSE_SECONDS = 15
const MAX_PAUSE_SECONDS = 60 * 60
const HOUR_SECONDS = 60 * 60
/** After this time no user is interrupted any more: the notice is in the app. */
const TTL_SECONDS = 24 * HOUR_SECONDS

/** Payloads have one length, so that the encrypted length does not name the kind. Spaces after a JSON text are no part of it. */
const PAYLOAD_LENGTH = 512

/** Urgent: the reader has to be somewhere. @see RFC 8030, section 5.3 */
const isUrgent = (kind: string) => /^call-(booked|moved|cancelled|declined|restored|soon)$/.test(kind)

/**
 * Sends all due pushes.
 *
 * ```
 * waiting ─claim─► being sent ─2xx─────────────────────────────► deleted
 *    ▲                 ├─429, 5xx, no connection──► waiting (Retry-After, or longer and longer; the service is paused)
 *    └─lease is over───┤
 *                      ├─404, 410, 401, 403───────► deleted with its subscription
 *                      └─another 4xx, a day old───► deleted
 * ```
 */
export function createPushSender(deps: SendDeps): () => Promise<'done'> {
  const inTurn = limitConcurrency({ most: MOST_AT_ONCE, mostPer: [MOST_PER_ORIGIN] })
  /** Origin of a push service that has failed: milliseconds since the epoch. */
  const pausedUntil = new Map<string, number>()
  const pauseOf = (origin: string) => Math.ceil(((pausedUntil.get(origin) ?? 0) - deps.now().getTime()) / 1000)

  const sendOne = async (claimed: Claimed) => {
    const now = deps.now()
    const due = await findDue(deps.db, claimed, { now, idleSince: new Date(now.getTime() - SESSION_IDLE_MS) })
    // A kind that only a newer node knows is of no group, and is sent.
    const isOff = due?.off.includes(`${groupOf(due.notice.kind)}:push`)
    const secondsLeft = due && !isOff ? lifetimeOf(due.notice.kind) - (now.getTime() - due.notice.createdAt.getTime()) / 1000 : 0
    const request = due && secondsLeft > 0 && (await requestOf(deps, claimed, due, Math.ceil(secondsLeft)))
    if (!request) return deleteDelivery(deps.db, claimed)
    const { origin } = new URL(request.endpoint)
    await inTurn(async () => {
      const pause = pauseOf(origin)
      if (pause > 0) return postponeDelivery(deps.db, claimed, pause, false)
      const outcome = await deliver(deps, request)
      if (outcome.kind === 'retry') {
        const seconds = outcome.seconds ?? Math.min(FIRST_PAUSE_SECONDS * 2 ** (claimed.attempts - 1), MAX_PAUSE_SECONDS)
        deps.log.warn({ host: new URL(origin).host, reason: outcome.reason, seconds }, 'push not delivered, will retry')
        pausedUntil.set(origin, deps.now().getTime() + seconds * 1000)
        return postponeDelivery(deps.db, claimed, seconds, true)
      }
      pausedUntil.delete(origin)
      if (outcome.kind === 'refused') deps.log.warn({ host: new URL(origin).host, reason: outcome.reason }, 'push refused')
      if (outcome.kind === 'ended') await deleteSubscription(deps.db, { id: claimed.subscriptionId })
      await deleteDelivery(deps.db, claimed)
    }, origin)
  }

  return async function sendPushes() {
    for (;;) {
      const claimed = await claimDeliveries(deps.db, BATCH, LEASE_SECONDS)
      if (claimed.length === 0) return 'done'
      await Promise.all(claimed.map(sendOne))
    }
  }
}

/** A reminder is of no use once the call has begun. */
const lifetimeOf = (kind: string) => (kind === 'call-soon' ? HOUR_SECONDS : TTL_SECONDS)

/** @returns undefined when the subscription has keys that cannot be used: it is deleted */
async function requestOf(
  { db, keyring, readKeys, contact }: SendDeps,
  { subscriptionId }: Claimed,
  { sealed, to, notice, unread }: Due,
  ttl: number,
): Promise<PushRequest | undefined> {
  const reading = readNotice({ ...notice, createdAt: notice.createdAt.toISOString() })
  if (!reading) return undefined
  const { path } = reading
  // Keyed, because the push service reads it. The states of one call replace each other.
  const subject = notice.kind.startsWith('call-') ? path : `${notice.kind} ${path}`
  const tag = (await keyring.sign('push-topic', `${to} ${subject}`)).slice(0, 32)
  const message: PushMessage = { to, id: notice.id, kind: notice.kind, path, tag, unread }
  try {
    const { endpoint, ...keys } = JSON.parse(await keyring.decrypt(sealed, subscriptionId)) as SubscribeToPush
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message).padEnd(PAYLOAD_LENGTH), {
      vapidDetails: { subject: `mailto:${contact}`, ...(await readKeys()) },
      TTL: ttl,
      urgency: isUrgent(notice.kind) ? 'high' : 'normal',
      topic: tag,
    })
    return { endpoint, headers: headers as Record<string, string>, body: body as Uint8Array }
  } catch {
    await deleteSubscription(db, { id: subscriptionId })
    return undefined
  }
}

type Outcome =
  | { kind: 'sent' }
  /** The push service accepts no message for this subscription any more. */
  | { kind: 'ended' }
  | { kind: 'refused'; reason: string }
  | { kind: 'retry'; reason: string; seconds: number | undefined }

async function deliver({ origins, now }: SendDeps, request: PushRequest): Promise<Outcome> {
  try {
    const { status, retryAfter } = await inSpan('push', 'client', {}, () => callPushService(request, origins))
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if ([404, 410, 401, 403].includes(status)) return { kind: 'ended' }
    const reason = String(status)
    if (status === 429 || status >= 500) return { kind: 'retry', reason, seconds: secondsOf(retryAfter, now()) }
    return { kind: 'refused', reason }
  } catch (error) {
    if (error instanceof PrivateAddress) return { kind: 'ended' }
    return { kind: 'retry', reason: error instanceof Error ? error.name : typeof error, seconds: undefined }
  }
}

/** `Retry-After`: seconds, or a date. @see RFC 9110, section 10.2.3 */
function secondsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), TTL_SECONDS)
}
