import { liveQuery, type Subscription } from 'dexie'
import { isUnread } from '#shared/notices/kinds.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'
import { countDue } from './count-due.ts'

const LOOK_AGAIN_MS = 60_000

/**
 * Number on the app icon: due follow-ups, rejected mutations and unread notices. Updated while the app is open, where the platform
 * supports badges. While it is closed, the worker updates it with each push (`web/service-worker/show-push.ts`).
 */
export function showDueOnIcon() {
  if (!('setAppBadge' in navigator)) return
  let subscription: Subscription | undefined
  const count = async () => {
    const db = currentPrivateDb()
    if (!db) return 0
    const [due, unread] = await Promise.all([countDue(db, Date.now()), db.notices.filter(isUnread).count()])
    return due + unread
  }
  const show = (due: number) => void navigator.setAppBadge(due).catch(() => undefined)
  const watch = () => {
    subscription?.unsubscribe()
    subscription = liveQuery(count).subscribe({ next: show, error: () => undefined })
  }
  onPrivateDb(watch)
  watch()
  setInterval(() => void count().then(show, () => undefined), LOOK_AGAIN_MS)
}
