import { liveQuery, type Subscription } from 'dexie'
import { isDue } from '#shared/contacts/follow-up.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/current.ts'

const LOOK_AGAIN_MS = 60_000

/** The number on the app's icon: how many follow-ups are due. Counted while the app is open, where icons have badges. */
export function showDueOnIcon() {
  if (!('setAppBadge' in navigator)) return
  let subscription: Subscription | undefined
  const count = async () => {
    const all = (await currentPrivateDb()?.followUps.toArray()) ?? []
    return all.filter((followUp) => isDue(followUp, Date.now())).length
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
