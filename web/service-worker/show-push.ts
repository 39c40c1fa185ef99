import * as v from 'valibot'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { PushMessage } from '#shared/push/contract.ts'
import { pushTextOf } from '#shared/push/texts.ts'
import { ownPath } from '#shared/url.ts'
import { countDue } from '#web/features/contacts/follow-ups/count-due.ts'
import { type WorkerPlatform, withWorkerSession } from './worker-session.ts'

/** What a worker needs of its scope, and what a test replaces. */
type Scope = {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    pushManager: { getSubscription: () => Promise<{ unsubscribe: () => Promise<unknown> } | null> }
  }
  clients: { matchAll: (options: { type: 'window' }) => Promise<readonly { visibilityState?: string }[]> }
  navigator: { setAppBadge?: (count: number) => Promise<void> }
  /** Not in every browser. */
  cookieStore?: { get: (name: string) => Promise<unknown> }
}

const ICON = '/icons/icon-192.png'

/** Where a click on the notification leads. */
const NoticeData = v.object({ path: v.string() })

/**
 * Shows a push as a notification, with a sentence of its kind, and updates the number on the app icon. Shows nothing on a device
 * that belongs to another principal by now: the push was on its way when the account signed out here.
 */
export async function showPush(
  { registration, clients, navigator, cookieStore }: Scope,
  device: WorkerPlatform,
  text: string,
): Promise<void> {
  const message = readMessage(text)
  if (!message) return
  let isShown = false
  const show = () =>
    withWorkerSession(device, async ({ db }) => {
      // A sign-out through the address bar is completed by the next page.
      if (db.principal !== message.to || (await cookieStore?.get(LEFT_COOKIE))) return
      isShown = true
      const windows = await clients.matchAll({ type: 'window' })
      // The open app shows the notice itself.
      if (!windows.some(({ visibilityState }) => visibilityState === 'visible')) {
        const { path, tag, kind } = message
        await registration.showNotification(pushTextOf(kind), { tag, icon: ICON, badge: ICON, data: { path } })
      }
      const due = await countDue(db, device.now())
      await navigator.setAppBadge?.(message.unread + due).catch(() => undefined)
    })
  // A storage that was busy for ten seconds: a push is delivered once.
  await show().catch(show)
  if (!isShown) await (await registration.pushManager.getSubscription())?.unsubscribe()
}

function readMessage(text: string): PushMessage | undefined {
  try {
    const parsed = v.safeParse(PushMessage, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Opens the screen of a notification: in the window that is open, or in a new one. */
export async function openNotice(clients: Pick<Clients, 'matchAll' | 'openWindow'>, data: unknown): Promise<void> {
  const parsed = v.safeParse(NoticeData, data)
  const path = ownPath(parsed.success ? parsed.output.path : undefined)
  const [open] = await clients.matchAll({ type: 'window' })
  if (!open) return void (await clients.openWindow(path))
  await open.focus()
  // What is typed there is kept as a draft.
  await open.navigate(path).catch(() => clients.openWindow(path))
}
