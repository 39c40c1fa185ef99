import { afterEach, beforeEach, expect, test } from 'vitest'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { deviceWithWaitingNote } from '#tests/sync/support/waiting-note.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { renewSubscription } from '#web/service-worker/renew-subscription.ts'
import type { Locks } from '#web/sync/engine/platform.ts'

/** A push service replaces the subscription of a browser without an open page. */
const ada = 'ada' as PrincipalId
const never = new Promise<never>(() => undefined)

let here: Awaited<ReturnType<typeof deviceWithWaitingNote>>
beforeEach(async () => {
  here = await deviceWithWaitingNote(ada)
})
afterEach(() => {
  for (const tab of [...here.device.tabs]) tab.kill()
})

/** In the form of the Push API. `ended` lists the addresses that were unsubscribed. */
function subscriptionAt(endpoint: string, ended: string[], key = 'key of the server') {
  return {
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: `point of ${endpoint}`, auth: `secret of ${endpoint}` } }),
    options: { userVisibleOnly: true, applicationServerKey: new TextEncoder().encode(key).buffer },
    unsubscribe: async () => {
      ended.push(endpoint)
      return true
    },
  } as const
}

type Around = {
  /** What the event of this browser names. */
  names?: 'both' | 'old' | 'neither'
  /** What the user has chosen on this device; undefined on a device of the last release. */
  chosen?: boolean
  /** What the server says of this session; a status is a refusal. */
  server?: { isOn: boolean } | number | 'unreachable'
  leftCookie?: boolean
}

async function change({ names = 'both', chosen, server = { isOn: false }, leftCookie = false }: Around) {
  const { device } = here
  if (chosen !== undefined) {
    const pointer = await new DirectoryDatabase(device.dexie).getMeta('principal')
    const db = new PrivateDatabase(ada, pointer?.life ?? '', device.dexie)
    await db.meta.put({ key: 'receivesPushes', value: chosen })
    db.close()
  }
  const locks: Locks = {
    exclusively: (name, work) => device.exclusively(name, work, never),
    takeOver: (name, work) => device.takeOver(name, work, never),
  }
  const [reported, ended, subscribedWith]: [unknown[], string[], PushSubscriptionOptionsInit[]] = [[], [], []]
  const api = createApi(async (path, { method = 'GET', headers, body }) => {
    if (server === 'unreachable') throw new TypeError('Failed to fetch')
    if (typeof server === 'number') return Response.json({ code: 'session-lost', message: 'Unauthorized' }, { status: server })
    expect([path, new Headers(headers).get(PRINCIPAL_HEADER)]).toEqual(['/api/push', ada])
    if (method === 'PUT') reported.push(JSON.parse(String(body)))
    return Response.json({ publicKey: 'BKey', isOn: method === 'PUT' || server.isOn })
  })
  const openDirectory = () => new DirectoryDatabase(device.dexie)
  const pushManager = {
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      subscribedWith.push(options)
      return subscriptionAt('https://push.example/made', ended)
    },
  }
  const old = subscriptionAt('https://push.example/old', ended)
  const next = subscriptionAt('https://push.example/new', ended)
  const event = { both: { oldSubscription: old, newSubscription: next }, old: { oldSubscription: old, newSubscription: null } }
  const scope = {
    registration: { pushManager },
    cookieStore: { get: async (name: string) => (leftCookie && name === LEFT_COOKIE ? { name } : null) },
  }
  const platform = { api, dexie: device.dexie, locks, after: schedule, now: Date.now, openDirectory }
  const fault = await renewSubscription(scope, platform, names === 'neither' ? {} : event[names]).catch(
    (error: Error) => error.name,
  )
  return { reported, ended, subscribedWith, fault }
}

const bodyOf = (endpoint: string) => ({ endpoint, p256dh: `point of ${endpoint}`, auth: `secret of ${endpoint}` })
const NOTHING = { reported: [], ended: [], subscribedWith: [], fault: undefined }

test.each([
  ['both subscriptions', 'both', 'https://push.example/new', []],
  [
    'the old subscription alone',
    'old',
    'https://push.example/made',
    [{ userVisibleOnly: true, applicationServerKey: expect.any(ArrayBuffer) }],
  ],
  ['no subscription', 'neither', 'https://push.example/made', [{ userVisibleOnly: true, applicationServerKey: 'BKey' }]],
] as const)('the new address is reported by a browser whose event names %s', async (_, names, endpoint, subscribedWith) => {
  // The server has found the old one ended already.
  expect(await change({ names, chosen: true, server: { isOn: false } })).toEqual({
    ...NOTHING,
    reported: [bodyOf(endpoint)],
    subscribedWith,
  })
})

test('a device of the last release reports it where the server still sends to this session, and only there', async () => {
  expect((await change({ server: { isOn: true } })).reported).toEqual([bodyOf('https://push.example/new')])
  expect(await change({ server: { isOn: false } })).toEqual({ ...NOTHING, ended: ['https://push.example/new'] })
})

test('an account that has not turned notifications on here, or has turned them off, is not subscribed by its predecessor’s browser', async () => {
  expect(await change({ chosen: false, server: { isOn: true } })).toEqual({ ...NOTHING, ended: ['https://push.example/new'] })
  expect(await change({ names: 'neither', chosen: false, server: { isOn: true } })).toEqual(NOTHING)
})

test('a subscription that changed after a sign-out is ended, and no request is sent', async () => {
  const tab = await here.device.openTab()
  await tab.client.switchPrincipal('guest')
  tab.kill()
  const refused = { server: { isOn: true } } as const
  expect(await change(refused)).toEqual({ ...NOTHING, ended: ['https://push.example/new'] })
  expect(await change({ ...refused, names: 'old' })).toEqual(NOTHING)
})

test('after a sign-out through the address bar it is ended as well', async () => {
  const seen = await change({ chosen: true, server: { isOn: true }, leftCookie: true })
  expect(seen).toEqual({ ...NOTHING, ended: ['https://push.example/new'] })
})

test('it is ended where the session was ended elsewhere', async () => {
  expect(await change({ chosen: true, server: 401 })).toEqual({ ...NOTHING, ended: ['https://push.example/new'] })
})

test.each([
  ['unreachable', 'Unreachable'],
  [503, 'HttpProblem'],
] as const)('it is kept while the server answers %s', async (server, fault) => {
  expect(await change({ chosen: true, server })).toEqual({ ...NOTHING, fault })
})
