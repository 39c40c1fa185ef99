import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { nextVisit } from './last-visit.ts'

/** What of this person's writing the server has not taken. */
export type Unsent = { waiting: number; refused: number }

export function usePendingCount(): Unsent | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const countOf = (state: 'waiting' | 'refused') => db.outbox.where('state').equals(state).count()
    return { waiting: await countOf('waiting'), refused: await countOf('refused') }
  }, [db])
}

/** Purchases whose money is still on its way. */
export function useProcessingOrders(): OrderEntry[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db?.orders.filter(({ status }) => status === 'processing').toArray(), [db])
}

/** One answer for the whole time the app is open: going to and fro on the pages is no new visit. */
const visits = new Map<string, Promise<number | undefined>>()

function visit(db: PrivateDatabase): Promise<number | undefined> {
  const noted = visits.get(db.life) ?? noteVisit(db)
  visits.set(db.life, noted)
  return noted
}

const noteVisit = (db: PrivateDatabase) =>
  db.transaction('rw', db.meta, async () => {
    await assertSameGeneration(db)
    const next = nextVisit(await db.getMeta('homeVisits'), Date.now())
    await db.meta.put({ key: 'homeVisits', value: next })
    return next.newSince
  })

/** Since when what arrived is new to this person, in milliseconds; `undefined` on a first visit and until it is known. */
export function useNewSince(): number | undefined {
  const db = usePrivateDb()
  const [since, setSince] = useState<number>()
  useEffect(() => {
    // Who has left meanwhile, or cannot store it, misses a word beside some names.
    if (db) visit(db).then(setSince, () => undefined)
  }, [db])
  return since
}
