import { liveQuery, type Subscription } from 'dexie'
import type { Investor } from '#shared/directory/contract.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'

/** Reports the investors that the current principal keeps on this device, now and after each change; none between two principals. */
export function followKept(report: (investors: readonly Investor[]) => void) {
  let following: Subscription | undefined
  const follow = () => {
    following?.unsubscribe()
    const db = currentPrivateDb()
    if (!db) return report([])
    following = liveQuery(() => db.keptInvestors.toArray()).subscribe(
      (rows) => report(rows.map(({ investor }) => investor)),
      () => report([]),
    )
  }
  onPrivateDb(follow)
  follow()
}
