import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'

/** When this user's home page was last open, and since when an entry counts as new on it. Milliseconds since the epoch. */
export type Visits = { at: number; newSince: number | undefined }

/** A user who returns sooner has not been away: entries that were new remain new. */
const AWAY_AFTER_MS = 30 * 60 * 1000

export function nextVisit(stored: Visits | undefined, now: number): Visits {
  if (!stored) return { at: now, newSince: undefined }
  return { at: now, newSince: now - stored.at > AWAY_AFTER_MS ? stored.at : stored.newSince }
}

/** Mutations of this user that the server has not accepted. */
export type Unsent = { waiting: number; refused: number }

export function usePendingCount(): Unsent | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const countOf = (state: 'waiting' | 'refused') => db.outbox.where('state').equals(state).count()
    return { waiting: await countOf('waiting'), refused: await countOf('refused') }
  }, [db])
}

/** Purchases whose payment is still processing. */
export function useProcessingOrders(): OrderEntry[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db?.orders.filter(({ status }) => status === 'processing').toArray(), [db])
}

/** One result for as long as the app is open: navigation between pages is not a new visit. */
const visits = new Map<string, Promise<number | undefined>>()

function visit(db: PrivateDatabase): Promise<number | undefined> {
  const pending = visits.get(db.life) ?? noteVisit(db)
  visits.set(db.life, pending)
  return pending
}

const noteVisit = (db: PrivateDatabase) =>
  db.transaction('rw', db.meta, async () => {
    await assertSameGeneration(db)
    const next = nextVisit(await db.getMeta('homeVisits'), Date.now())
    await db.meta.put({ key: 'homeVisits', value: next })
    return next.newSince
  })

/**
 * Entries that arrived after this instant are new to this user, in milliseconds; `undefined` on a first visit and until it is
 * known.
 */
export function useNewSince(): number | undefined {
  const db = usePrivateDb()
  const [since, setSince] = useState<number>()
  useEffect(() => {
    // After a sign-out, or on a device that cannot store, the "new" labels are missing.
    if (db) visit(db).then(setSince, () => undefined)
  }, [db])
  return since
}
