import { liveQuery, type Subscription } from 'dexie'
import type { Notice } from '#shared/notices/contract.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { countDue } from './count-due.ts'

const LOOK_AGAIN_MS = 60_000

type Counted = { due: number; notices: Notice[] }

/**
 * Number on the app icon: due follow-ups, rejected mutations and unread notices. Updated while the app is open, where the platform
 * supports badges. While it is closed, the worker updates it with each push (`web/service-worker/show-push.ts`).
 */
export function showDueOnIcon() {
  if (!('setAppBadge' in navigator)) return
  let subscription: Subscription | undefined
  const count = async (): Promise<Counted> => {
    const db = currentPrivateDb()
    if (!db) return { due: 0, notices: [] }
    const unread = db.notices.filter(({ isRead }) => !isRead)
    const [due, notices] = await Promise.all([countDue(db, Date.now()), unread.toArray()])
    return { due, notices }
  }
  let shown: Counted | undefined
  const show = async (counted: Counted) => {
    shown = counted
    const total = counted.due + (await countUnread(counted.notices))
    // A later count may be known by now.
    if (shown === counted) await navigator.setAppBadge(total)
  }
  const showOrLeave = (counted: Counted) => void show(counted).catch(() => undefined)
  const watch = () => {
    subscription?.unsubscribe()
    subscription = liveQuery(count).subscribe({ next: showOrLeave, error: () => undefined })
  }
  onPrivateDb(watch)
  watch()
  setInterval(() => void count().then(showOrLeave, () => undefined), LOOK_AGAIN_MS)
}

/** Those that this build can show. The kinds of notices are many, and most pages have none. */
async function countUnread(notices: Notice[]): Promise<number> {
  if (notices.length === 0) return 0
  const { isUnread } = await loadChunk(() => import('#shared/notices/kinds.ts'))
  return notices.filter(isUnread).length
}
