import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PushMessage } from '#shared/push/contract.ts'
import { deviceWithWaitingNote } from '#tests/sync/support/waiting-note.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { openNotice, showPush } from '#web/service-worker/show-push.ts'
import type { Locks } from '#web/sync/engine/platform.ts'

/** A push that reaches the worker of a device without an open page. */
const ada = 'ada' as PrincipalId
const message: PushMessage = {
  ...{ to: ada, id: 'ntc_1', kind: 'reply', path: '/contacts/rec1', tag: 'topic', unread: 2 },
}
const never = new Promise<never>(() => undefined)

let here: Awaited<ReturnType<typeof deviceWithWaitingNote>>
beforeEach(async () => {
  here = await deviceWithWaitingNote(ada)
})
afterEach(() => {
  for (const tab of [...here.device.tabs]) tab.kill()
})

type Around = { visibilityState?: string; leftCookie?: boolean; text?: string }

async function receive({ visibilityState, leftCookie = false, text = JSON.stringify(message) }: Around = {}) {
  const { browser, device } = here
  const locks: Locks = {
    exclusively: (name, work) => device.exclusively(name, work, never),
    takeOver: (name, work) => device.takeOver(name, work, never),
  }
  const openDirectory = () => new DirectoryDatabase(device.dexie)
  const platform = { api: createApi(browser.send), dexie: device.dexie, locks, after: schedule, now: Date.now, openDirectory }
  const [showNotification, setAppBadge, unsubscribe] = [
    vi.fn(async () => undefined),
    vi.fn(async () => undefined),
    vi.fn(async () => true),
  ]
  const scope = {
    registration: { showNotification, pushManager: { getSubscription: async () => ({ unsubscribe }) } },
    clients: { matchAll: async () => (visibilityState ? [{ visibilityState }] : []) },
    navigator: { setAppBadge },
    cookieStore: { get: async (name: string) => (leftCookie && name === LEFT_COOKIE ? { name } : null) },
  }
  await showPush(scope, platform, text)
  return { shown: showNotification.mock.calls, badges: setAppBadge.mock.calls, isEnded: unsubscribe.mock.calls.length > 0 }
}

const NOTHING = { shown: [], badges: [] }

test('shows a sentence of its kind, leads to its screen, and puts the number on the icon', async () => {
  const { shown, badges, isEnded } = await receive()
  expect(shown).toEqual([['An investor replied', expect.objectContaining({ tag: 'topic', data: { path: '/contacts/rec1' } })]])
  expect([badges, isEnded]).toEqual([[[2]], false])
})

test('of a kind that only a newer server knows shows a general sentence', async () => {
  const { shown } = await receive({ text: JSON.stringify({ ...message, kind: 'newer' }) })
  expect(shown).toEqual([['Something has happened on Latchkey', expect.anything()]])
})

test('changes only the number while the app is visible, which shows the notice itself', async () => {
  expect(await receive({ visibilityState: 'visible' })).toEqual({ shown: [], badges: [[2]], isEnded: false })
  expect((await receive({ visibilityState: 'hidden' })).shown).toHaveLength(1)
})

test('for another account shows nothing, and ends the subscription', async () => {
  expect(await receive({ text: JSON.stringify({ ...message, to: 'eve' }) })).toEqual({ ...NOTHING, isEnded: true })
})

test('shows nothing after a sign-out on this device, also one that the server has not received', async () => {
  const tab = await here.device.openTab()
  await tab.client.switchPrincipal('guest')
  tab.kill()
  expect(await receive()).toEqual({ ...NOTHING, isEnded: true })
})

test('shows nothing after a sign-out through the address bar', async () => {
  expect(await receive({ leftCookie: true })).toEqual({ ...NOTHING, isEnded: true })
})

test.each(['', 'no JSON', '{}'])('that says "%s" shows nothing', async (text) => {
  expect(await receive({ text })).toEqual({ ...NOTHING, isEnded: false })
})

const opened = async (data: unknown, windows: object[]) => {
  const openWindow = vi.fn(async () => null)
  const clients = { matchAll: async () => windows, openWindow } as unknown as Parameters<typeof openNotice>[0]
  await openNotice(clients, data)
  return openWindow.mock.calls
}

test('a click opens the screen: in the window that is open, or in a new one', async () => {
  const [focus, navigate] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  expect(await opened({ path: '/calls#call-bkg_1' }, [{ focus, navigate }])).toEqual([])
  expect([focus.mock.calls.length, navigate.mock.calls]).toEqual([1, [['/calls#call-bkg_1']]])
  expect(await opened({ path: '/calls#call-bkg_1' }, [])).toEqual([['/calls#call-bkg_1']])
})

test.each(['https://elsewhere.example/', '//elsewhere.example', undefined])('a click never leads to %s', async (path) => {
  expect(await opened({ path }, [])).toEqual([['/']])
})
