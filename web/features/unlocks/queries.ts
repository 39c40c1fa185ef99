import { useLiveQuery } from 'dexie-react-hooks'
import type { MutationId } from '#shared/ids.ts'
import { usePrivateDb } from '#web/db/current.ts'

/** Where a command stands: still on this device, taken by the server, or refused by it. `undefined` until that is read. */
export type Delivery = { kind: 'waiting' } | { kind: 'taken' } | { kind: 'refused'; message: string }

export function useDelivery(id: MutationId): Delivery | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async (): Promise<Delivery | undefined> => {
    if (!db) return undefined
    const entry = await db.outbox.get({ id })
    if (!entry) return { kind: 'taken' }
    return entry.refusal ? { kind: 'refused', message: entry.refusal.message } : { kind: 'waiting' }
  }, [db, id])
}
