import { useLiveQuery } from 'dexie-react-hooks'
import type { MutationId, VcId } from '#shared/ids.ts'
import { type RequestEntry, requestEntryId } from '#shared/unlocks/requests.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Delivery state of a mutation: still on this device, accepted by the server, or rejected by it. */
export type Delivery = { kind: 'waiting' } | { kind: 'taken' } | { kind: 'refused'; message: string }

/** `undefined` until it is read. */
export function useDelivery(id: MutationId): Delivery | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && deliveryOf(await db.outbox.get({ id })), [db, id])
}

function deliveryOf(entry: OutboxEntry | undefined): Delivery {
  if (!entry) return { kind: 'taken' }
  return entry.refusal ? { kind: 'refused', message: entry.refusal.message } : { kind: 'waiting' }
}

/** This user's request for an introduction to one investor, if any, and the delivery state of its latest message. */
export type Intro = { request: RequestEntry | undefined; delivery: Delivery }

export async function findIntro(db: PrivateDatabase, vcId: VcId): Promise<Intro> {
  const request = await db.requests.get(requestEntryId('intro', vcId))
  const isForInvestor = ({ name, args }: OutboxEntry) => name === 'intro.request' && (args as { vcId?: unknown }).vcId === vcId
  const sent = await db.outbox.filter(isForInvestor).sortBy('seq')
  return { request, delivery: deliveryOf(sent.at(-1)) }
}

export function useIntro(vcId: VcId): Intro | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && findIntro(db, vcId), [db, vcId])
}

/** `isSent` is false while the request, or its latest message, is on this device only. */
export type OwnRequest = RequestEntry & { isSent: boolean }

/** Introductions that this user requested, the latest first. */
export function useRequests(): OwnRequest[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    const requests = await db?.requests.toArray()
    return requests
      ?.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map((request) => ({ ...request, isSent: request.version !== OPTIMISTIC }))
  }, [db])
}
