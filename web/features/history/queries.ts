import { useLiveQuery } from 'dexie-react-hooks'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { RequestEntry } from '#shared/unlocks/requests.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** One purchase of the user; `null` when this device stores none of that id, `undefined` until IndexedDB has answered once. */
export function useOrder(id: string): OrderEntry | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.orders.get(id)) ?? null), [db, id])
}

export type OwnHistory = { orders: OrderEntry[]; requests: RequestEntry[] }

const latestFirst = <Entry extends { createdAt: string }>(entries: Entry[]) =>
  entries.sort((a, b) => b.createdAt.localeCompare(a.createdAt))

/** Purchases and requests of the user, the latest first; `undefined` until IndexedDB has answered once. */
export function useOwnHistory(): OwnHistory | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const [orders, requests] = await Promise.all([db.orders.toArray(), db.requests.toArray()])
    return { orders: latestFirst<OrderEntry>(orders), requests: latestFirst<RequestEntry>(requests) }
  }, [db])
}
