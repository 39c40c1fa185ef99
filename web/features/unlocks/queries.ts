import { useLiveQuery } from 'dexie-react-hooks'
import type { MutationId, VcId } from '#shared/ids.ts'
import { type RequestEntry, requestEntryId } from '#shared/unlocks/requests.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Where a command stands: still on this device, taken by the server, or refused by it. */
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

/** This person's request for an introduction to one investor, if there is any, and where the latest words of it stand. */
export type Intro = { request: RequestEntry | undefined; delivery: Delivery }

export async function findIntro(db: PrivateDatabase, vcId: VcId): Promise<Intro> {
  const request = await db.requests.get(requestEntryId('intro', vcId))
  const isOfIt = ({ name, args }: OutboxEntry) => name === 'intro.request' && (args as { vcId?: unknown }).vcId === vcId
  const sent = await db.outbox.filter(isOfIt).sortBy('seq')
  return { request, delivery: deliveryOf(sent.at(-1)) }
}

export function useIntro(vcId: VcId): Intro | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && findIntro(db, vcId), [db, vcId])
}

/** `isSent` is false while only this device knows of the wish, or of the latest words of it. */
export type OwnRequest = RequestEntry & { isSent: boolean }

/** Whom this person wished to reach, the latest first. */
export function useRequests(): OwnRequest[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    const requests = await db?.requests.toArray()
    return requests
      ?.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map((request) => ({ ...request, isSent: request.version !== OPTIMISTIC }))
  }, [db])
}
