import { liveQuery, type Subscription } from 'dexie'
import type { Investor } from '#shared/directory/contract.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'
import type { DirectorySet } from '#web/replica/public-documents.ts'
import type { DirectoryStore } from '#web/replica/public-replica.ts'

/**
 * Shows the investors that the current principal keeps on this device beside those of the directory: now, after each change, and in
 * each new set of the directory; none between two principals.
 */
export function followKept(store: DirectoryStore) {
  let kept: readonly Investor[] = []
  const show = (investors: readonly Investor[]) => {
    kept = investors
    showKept(store.set, kept)
    store.notify()
  }
  store.beforeShow = (set) => showKept(set, kept)

  let following: Subscription | undefined
  const follow = () => {
    following?.unsubscribe()
    const db = currentPrivateDb()
    if (!db) return show([])
    following = liveQuery(() => db.keptInvestors.toArray()).subscribe(
      (rows) => show(rows.map(({ investor }) => investor)),
      () => show([]),
    )
  }
  onPrivateDb(follow)
  follow()
}

/** The set has exactly these investors beside those of the directory. */
function showKept({ kept, index }: DirectorySet, investors: readonly Investor[]) {
  const wanted = new Set<string>(investors.map(({ id }) => id))
  const gone = [...kept].filter((id) => !wanted.has(id))
  for (const id of gone) kept.delete(id)
  index.remove(gone)
  const added = investors.filter(({ id }) => kept.has(id) || index.get(id) === undefined)
  for (const { id } of added) kept.add(id)
  index.put(added)
}
