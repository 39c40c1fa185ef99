import { sandboxDeliveries } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { SandboxRequest } from './idempotent-request.ts'
import { saveObject } from './object-store.ts'

export const SANDBOX_API_VERSION = '2026-10-28.endive'

export const unixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Records an event and enqueues its webhook delivery. */
export async function recordEvent(
  { tx, now }: Pick<SandboxRequest, 'tx' | 'now'>,
  type: string,
  object: { id: string },
  /** The connected account that the event is about. */
  account?: string,
) {
  const id = newId('evt')
  await saveObject(tx, {
    id,
    object: 'event',
    api_version: SANDBOX_API_VERSION,
    created: unixSeconds(now),
    livemode: false,
    ...(account !== undefined && { account }),
    type,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  })
  await tx.insert(sandboxDeliveries).values({ eventId: id })
}
