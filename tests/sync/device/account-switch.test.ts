import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { sampleDecisionMaker } from '#tests/support/samples/sample-decision-maker.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { loadMutations, TestDevice } from '#tests/sync/support/test-device.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { enqueue } from '#web/sync/engine/outbox.ts'

// Files of one worker share modules: a module loaded by an earlier file does not use the mock.
const chunks = vi.hoisted(() => {
  vi.resetModules()
  return { areReachable: true }
})
afterAll(() => void vi.resetModules())
vi.mock('#web/net/tab/load-chunk.ts', () => ({
  loadChunk: (load: () => Promise<unknown>) => (chunks.areReachable ? load() : Promise.reject(new TypeError('Failed to fetch'))),
}))

const ada = 'ada' as PrincipalId
const save = (id: string, isSaved = true) => ({ vcId: id as VcId, isSaved })

let server: MemoryServer
let browser: Browser
let device: TestDevice

beforeEach(() => {
  chunks.areReachable = true
  server = new MemoryServer()
  server.principal(ada, 'account', ['recA'])
  browser = new Browser(server)
  device = new TestDevice(browser.send)
  return () => {
    for (const tab of [...device.tabs]) tab.kill()
  }
})

const databases = async () => (await device.indexedDB.databases()).map(({ name }) => name).sort()

test("the mutations of a guest move into the account, with their order and ids, and the guest's database is deleted", async () => {
  const tab = await device.openTab()
  browser.isOnline = false
  const ids = [
    await tab.client.enqueue('investor.save', save('recX')),
    await tab.client.enqueue('investor.save', save('recY')),
    await tab.client.enqueue('investor.save', save('recX', false)),
  ]
  await tab.client.switchPrincipal(ada)

  // Saved and unsaved before it was sent: one entry has the final state.
  expect((await tab.db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await tab.db.saved.toArray()).map(({ id }) => id)).toEqual(['recY'])
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])

  browser.isOnline = true
  browser.cookie = ada
  await tab.client.settle()
  expect([...server.principal(ada).saved]).toEqual(['recY'])
})

test('a contact bought by a guest is readable in the account before its first pull, and is deleted when the server removes it', async () => {
  const tab = await device.openTab()
  server.principal('pri_guest' as PrincipalId, 'guest', ['recG'])
  browser.cookie = 'pri_guest' as PrincipalId
  await tab.client.settle()
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recG'])

  await tab.db.decisionMakers.add({ ...sampleDecisionMaker(), version: 7 })

  browser.isOnline = false
  await tab.client.switchPrincipal(ada)
  expect((await tab.db.contacts.toArray()).map(({ id, version }) => [id, version])).toEqual([['recG', 0]])
  expect((await tab.db.decisionMakers.toArray()).map(({ id, version }) => [id, version])).toEqual([['dm_sample', 0]])
  expect(await tab.db.getMeta('validatedAt')).toBeDefined()

  // This server merged nothing, so the account does not own the contact.
  browser.isOnline = true
  browser.cookie = ada
  await tab.client.settle()
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recA'])
  expect(await tab.db.decisionMakers.count()).toBe(0)
})

test('a sign-out without a network removes all data of the account from the device, in every tab', async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  browser.cookie = ada
  await first.client.switchPrincipal(ada)
  await first.client.settle()
  await vi.waitFor(() => expect(second.db.principal).toBe(ada))
  expect(await second.db.contacts.count()).toBe(1)

  device.outside.push('portrait')
  browser.isOnline = false
  await first.client.switchPrincipal('guest')
  expect(device.outside).toEqual([])
  await vi.waitFor(() => expect(second.db.principal).toBe('guest'))
  expect(await second.db.contacts.count()).toBe(0)
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName('guest')])
})

test('a tab without space for a transfer that another tab began retries by itself', async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  browser.isOnline = false
  await first.client.enqueue('investor.save', save('recX'))
  device.disk.isFull = (table) => table === 'outbox'
  await expect(first.client.switchPrincipal(ada)).rejects.toThrow()
  first.kill()
  await vi.waitFor(() => expect(second.fault).toBeDefined())
  device.disk.isFull = undefined

  await vi.waitFor(() => expect(second.db.principal).toBe(ada), { timeout: 15_000 })
  expect(await second.db.outbox.count()).toBe(1)
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])
  await vi.waitFor(() => expect(second.fault).toBeUndefined(), { timeout: 15_000 })
})

describe('a full device evicts pictures for an account switch', () => {
  const fill = (full: string) => {
    device.pictures.push('portrait')
    device.disk.isFull = (table) => table === full && device.pictures.length > 0
  }

  test('to transfer what a guest wrote to the account that signs in', async () => {
    const tab = await device.openTab()
    browser.isOnline = false
    await tab.client.enqueue('investor.save', save('recX'))
    fill('outbox')
    await tab.client.switchPrincipal(ada)
    expect([device.pictures, tab.db.principal, await tab.db.outbox.count()]).toEqual([[], ada, 1])
  })

  test('to erase an account that signs out', async () => {
    const tab = await device.openTab()
    browser.cookie = ada
    await tab.client.switchPrincipal(ada)
    browser.isOnline = false
    fill('meta')
    await tab.client.switchPrincipal('guest')
    expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName('guest')])
  })

  test('to start', async () => {
    fill('meta')
    const tab = await device.openTab()
    expect([device.pictures, tab.db.principal]).toEqual([[], 'guest'])
  })
})

test('a sign-out clears the session storage of each tab, and a guest who signs in keeps theirs', async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  for (const tab of [first, second]) tab.keptInTab.push('mailed link')
  browser.cookie = ada
  await first.client.switchPrincipal(ada)
  await vi.waitFor(() => expect(second.db.principal).toBe(ada))
  expect([first.keptInTab, second.keptInTab]).toEqual([['mailed link'], ['mailed link']])

  browser.isOnline = false
  await first.client.switchPrincipal('guest')
  expect(first.keptInTab).toEqual([])
  await vi.waitFor(() => expect(second.db.principal).toBe('guest'))
  expect(second.keptInTab).toEqual([])
})

test('a sign-out that another tab did not finish clears the session storage of the tab that finishes it', async () => {
  const dying = await device.openTab()
  const pointer = await dying.directory.getMeta('principal')
  if (!pointer) throw new Error('no pointer')
  const leaving = [{ principal: ada, life: 'life-of-ada', movesOutbox: false }]
  await dying.directory.setMeta('principal', { ...pointer, leaving })
  dying.kill()
  const tab = await device.openTab(false, ['mailed link'])
  expect(tab.keptInTab).toEqual([])
})

test('a tab that dies during a sign-in leaves only work that the next start finishes', async () => {
  const dying = await device.openTab()
  browser.isOnline = false
  await dying.client.enqueue('investor.save', save('recX'))
  // The pointer was written, and then the battery was empty.
  const pointer = await dying.directory.getMeta('principal')
  if (!pointer) throw new Error('no pointer')
  await dying.directory.setMeta('principal', {
    principal: ada,
    life: 'life-of-ada',
    leaving: [{ principal: 'guest', life: pointer.life, movesOutbox: true }],
  })
  dying.kill()
  device.outside.push('badge')

  const tab = await device.openTab()
  expect(tab.db.principal).toBe(ada)
  expect(device.outside).toEqual([])
  expect((await tab.db.saved.toArray()).map(({ id }) => id)).toEqual(['recX'])
  expect(await tab.db.outbox.count()).toBe(1)
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])
})

test('an app chunk that cannot be loaded does not prevent a sign-in, and the next start transfers what the guest wrote', async () => {
  const tab = await device.openTab()
  browser.isOnline = false
  await tab.client.enqueue('investor.save', save('recX'))
  chunks.areReachable = false
  await tab.client.switchPrincipal(ada)
  expect(await tab.db.outbox.count()).toBe(0)
  chunks.areReachable = true
  tab.kill()

  const next = await device.openTab()
  expect(next.db.principal).toBe(ada)
  expect((await next.db.saved.toArray()).map(({ id }) => id)).toEqual(['recX'])
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])
})

test('what a guest wrote stays with the guest when it could not be transferred before the account signs out again', async () => {
  const tab = await device.openTab()
  browser.isOnline = false
  await tab.client.enqueue('investor.save', save('recX'))
  await tab.db.drafts.put({ id: 'application', values: { bio: 'half' }, writtenAt: '2026-03-01T12:00:00.000Z' })
  chunks.areReachable = false
  await tab.client.switchPrincipal(ada)
  expect(await tab.client.pendingCount()).toBe(0)
  await tab.client.switchPrincipal('guest')
  expect((await tab.directory.getMeta('principal'))?.leaving).toEqual([])
  expect(await tab.client.pendingCount()).toBe(2)
  chunks.areReachable = true

  browser.isOnline = true
  await tab.client.settle()
  expect([...server.processed.values()].map(({ by, count }) => [by, count])).toEqual([[browser.cookie, 1]])
  expect([...server.principal(browser.cookie as string).saved]).toEqual(['recX'])
  expect([await tab.client.pendingCount(), await tab.db.outbox.count()]).toEqual([1, 0])
  expect(server.principal(ada).saved.size).toBe(0)
})

test('a sign-in whose tab died before it notified the other tabs is detected by the next pull', async () => {
  const tab = await device.openTab()
  await tab.client.enqueue('investor.save', save('recX'))
  await tab.client.settle()
  browser.cookie = ada
  await tab.client.settle(['me'])

  expect(tab.db.principal).toBe(ada)
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recA'])
})

test('a tab that was not notified of the sign-in yet writes into the account', async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  browser.isOnline = false
  const stale = second.db
  await first.client.switchPrincipal(ada)
  await second.client.enqueue('investor.save', save('recX'))

  expect(stale.principal).toBe('guest')
  expect((await first.db.outbox.toArray()).map(({ name }) => name)).toEqual(['investor.save'])
})

test("a write for an account that was signed out in another tab is refused, and never sent as a guest's", async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  browser.cookie = ada
  await first.client.switchPrincipal(ada)
  await vi.waitFor(() => expect(second.db.principal).toBe(ada))
  browser.isOnline = false
  const writing = second.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Mine' })
  await Promise.allSettled([writing, first.client.switchPrincipal('guest')])
  const tooLate = new PrivateDatabase(ada, second.db.life, device.dexie)
  await expect(enqueue({ loadMutations, now: Date.now }, tooLate, 'investor.save', save('recX'))).rejects.toThrow('changed hands')
  tooLate.close()

  expect(await first.db.outbox.count()).toBe(0)
})

test('a sign-out without a network is sent to the server before any other private request', async () => {
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.switchPrincipal('guest')
  server.requests.length = 0
  browser.isOnline = true
  await tab.client.settle(['me'])

  // The directory request names no principal, and its cycle runs in parallel.
  expect(server.requests.filter((path) => !path.startsWith('/api/sync/directory'))[0]).toBe('/api/auth/logout')
  expect(browser.cookie).toBeUndefined()
  expect(tab.db.principal).toBe('guest')
  expect(await tab.db.contacts.count()).toBe(0)
})

test('a sign-out that is sent late names its account, and the session of an account that signed in since remains', async () => {
  const ben = 'ben' as PrincipalId
  server.principal(ben, 'account', ['recB'])
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.switchPrincipal('guest')
  // Signed in by another page of the same browser, which could not notify this one.
  browser.cookie = ben
  browser.isOnline = true
  await tab.client.settle()
  expect(server.requests).toContain('/api/auth/logout')
  expect(browser.cookie).toBe(ben)
})

test.each([
  ['how long ago it happened', 5000, { principalId: ada, agoMs: 5000 }],
  ['no age when the clock was set back since', -5000, { principalId: ada }],
])('a sign-out sends the server %s', async (_, passed, body) => {
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.switchPrincipal('guest')
  const handle = vi.spyOn(server, 'handle')
  device.now += passed
  browser.isOnline = true
  await tab.client.settle(['me'])
  expect(handle.mock.calls.find(([path]) => path === '/api/auth/logout')?.[1]).toEqual(body)
})

describe('a guest who is no longer known to the server', () => {
  const old = 'pri_old' as PrincipalId
  const beginAsOld = async (contacts: string[]) => {
    server.principal(old, 'guest', contacts)
    browser.cookie = old
    const tab = await device.openTab()
    await tab.client.enqueue('investor.save', save('recSaved'))
    await tab.client.settle()
    expect(await tab.db.getMeta('principalId')).toBe(old)
    browser.cookie = undefined
    return tab
  }

  test('continues as a new guest: pending mutations are sent, and saved investors are saved again', async () => {
    const tab = await beginAsOld([])
    await tab.client.enqueue('investor.save', save('recNew'))
    await tab.client.settle()
    await tab.client.settle()
    const next = browser.cookie as string
    expect(next).not.toBe(old)
    expect([...server.principal(next).saved].sort()).toEqual(['recNew', 'recSaved'])
    expect((await tab.db.saved.toArray()).map(({ id }) => id).sort()).toEqual(['recNew', 'recSaved'])
    expect(await tab.db.outbox.count()).toBe(0)
    expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
  })

  test('keeps its purchases and shows how to claim them; after the claim pending mutations are sent', async () => {
    const tab = await beginAsOld(['recA'])
    await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Still mine' })
    await tab.client.settle()
    const phase = { kind: 'attention', message: expect.stringContaining('/claim') }
    expect(await tab.directory.getMeta('phase')).toMatchObject(phase)
    expect(await tab.db.contacts.count()).toBe(1)
    expect(await tab.db.outbox.count()).toBe(1)

    browser.cookie = 'pri_next'
    server.principal('pri_next', 'guest', ['recA'])
    await tab.client.settle()
    await tab.client.settle()
    expect(server.principal('pri_next').notes.get('recA')).toBe('Still mine')
    expect(await tab.db.contacts.count()).toBe(1)
    expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
  })
})

test('a lost session keeps everything and asks for a sign-in', async () => {
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.cookie = undefined
  await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Still mine' })
  await tab.client.settle()

  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'sign-in' })
  expect(await tab.db.contacts.count()).toBe(1)
  expect(await tab.client.pendingCount()).toBe(1)

  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  expect(server.principal(ada).notes.get('recA')).toBe('Still mine')
  expect(await tab.client.pendingCount()).toBe(0)
  await tab.client.settle()
  expect(server.processed.size).toBe(1)
})

const bob = 'bob' as PrincipalId
/** Ada's session ended while a mutation of hers was pending. */
async function adaWithUnsent() {
  server.principal(bob, 'account', ['recB'])
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Mine alone' })
  await tab.db.drafts.put({ id: 'feedback', values: { message: 'half' }, writtenAt: '2026-03-01T12:00:00.000Z' })
  await tab.client.settle(['me'])
  browser.isOnline = true
  return tab
}

test('with the cookie of another account no pending mutation is sent, and the local data keeps its owner', async () => {
  const tab = await adaWithUnsent()
  browser.cookie = bob
  await tab.client.settle()
  expect(server.processed.size).toBe(0)
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'sign-in' })
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recA'])
  expect(await tab.client.pendingCount()).toBe(2)
})

test('another account that signs in sees no data of the previous account and sends no mutation of it', async () => {
  const [tab, other] = [await adaWithUnsent(), await device.openTab()]
  browser.cookie = bob
  await tab.client.switchPrincipal(bob)
  await tab.client.settle()
  await vi.waitFor(() => expect(other.db.principal).toBe(bob))
  expect(server.processed.size).toBe(0)
  for (const { db } of [tab, other]) {
    expect((await db.contacts.toArray()).map(({ id }) => id)).toEqual(['recB'])
    expect([await db.notes.count(), await db.outbox.count(), await db.drafts.count()]).toEqual([0, 0, 0])
  }
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(bob)])
})

test('an account deleted elsewhere is removed from the device by the next request, in every tab, with a notice', async () => {
  const [tab, other] = [await adaWithUnsent(), await device.openTab()]
  browser.cookie = undefined
  server.deleted.add(ada)
  server.requests.length = 0
  await tab.client.settle(['me'])

  await vi.waitFor(() => expect([tab.db.principal, other.db.principal]).toEqual(['guest', 'guest']))
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName('guest')])
  expect((await tab.directory.getMeta('principal'))?.deleted).toEqual({ unsent: 2 })
  // A deletion does not sign out the session of another account.
  await tab.client.settle(['me'])
  expect(server.requests).not.toContain('/api/auth/logout')
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
})

test('an account that signed in beside a deleted one becomes the principal of the device', async () => {
  const tab = await adaWithUnsent()
  browser.cookie = bob
  server.deleted.add(ada)
  await tab.client.settle(['me'])
  await vi.waitFor(() => expect(tab.db.principal).toBe(bob))
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recB'])
  expect(server.processed.size).toBe(0)
})

test('forms that a guest has begun belong to the account after the sign-in', async () => {
  const tab = await device.openTab()
  browser.isOnline = false
  await tab.db.drafts.put({ id: 'application', values: { bio: 'half' }, writtenAt: '2026-03-01T12:00:00.000Z' })
  await tab.client.switchPrincipal(ada)
  expect((await tab.db.drafts.toArray()).map(({ id, values }) => [id, values])).toEqual([['application', { bio: 'half' }]])
})

test('when the leading tab dies another one becomes leader', async () => {
  const [first, second] = [await device.openTab(), await device.openTab()]
  await first.client.settle()
  first.kill()
  await second.client.enqueue('investor.save', save('recX'))
  await second.client.settle()
  expect(server.processed.size).toBe(1)
})

test('a session ended through the address bar leaves no data on the device, and no screen shows data before that', async () => {
  const before = await device.openTab()
  await before.client.switchPrincipal(ada)
  browser.cookie = ada
  await before.client.settle()
  expect(await before.db.contacts.count()).toBe(1)
  before.kill()

  browser.isOnline = false
  const tab = await device.openTab(true)
  expect(new Set(tab.shown)).toEqual(new Set(['guest']))
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName('guest')])
  // The other tabs follow, and the next start has nothing left to erase.
  const next = await device.openTab(true)
  expect(next.db.principal).toBe('guest')
})

test('every open tab follows when a new tab finds that the session was ended through the address bar', async () => {
  const open = await device.openTab()
  await open.client.switchPrincipal(ada)
  await device.openTab(true)
  await vi.waitFor(() => expect(open.private?.principal).toBe('guest'))
})

test('unsent mutations are kept until their user decides, also after the session was ended through the address bar', async () => {
  const before = await device.openTab()
  await before.client.switchPrincipal(ada)
  browser.isOnline = false
  await before.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Not sent yet' })
  before.kill()
  const tab = await device.openTab(true)
  expect(tab.db.principal).toBe(ada)
  expect(await tab.client.pendingCount()).toBe(1)
})

test('a guest who opens the sign-out address keeps their purchases', async () => {
  server.principal('pri_guest' as PrincipalId, 'guest', ['recG'])
  browser.cookie = 'pri_guest' as PrincipalId
  const before = await device.openTab()
  await before.client.settle()
  before.kill()
  const tab = await device.openTab(true)
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['recG'])
})
