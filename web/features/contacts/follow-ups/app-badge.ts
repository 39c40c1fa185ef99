import { liveQuery, type Subscription } from 'dexie'
import { isDue } from '#shared/contacts/follow-up.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'

const LOOK_AGAIN_MS = 60_000

/**
 * Number on the app icon: due follow-ups and rejected mutations. Updated while the app is open, where the platform supports
 * badges.
 */
export function showDueOnIcon() {
  if (!('setAppBadge' in navigator)) return
  let subscription: Subscription | undefined
  const count = async () => {
    const db = currentPrivateDb()
    if (!db) return 0
    const [all, refused] = await Promise.all([db.followUps.toArray(), db.outbox.where('state').equals('refused').count()])
    return all.filter((followUp) => isDue(followUp, Date.now())).length + refused
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
