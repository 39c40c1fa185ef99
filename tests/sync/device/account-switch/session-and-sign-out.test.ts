import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { ada, adaWithUnsent, bob, browser, databases, device, openDevice, save, server } from './setup.ts'

beforeEach(openDevice)

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
  await eventually(() => expect(other.db.principal).toBe(bob))
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

  await eventually(() => expect([tab.db.principal, other.db.principal]).toEqual(['guest', 'guest']))
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName('guest')])
  expect((await tab.directory.getMeta('principal'))?.deleted).toEqual({ unsent: 2 })
  // A deletion does not sign out the session of another account.
  await tab.client.settle(['me'])
  expect(server.requests).not.toContain('/api/auth/logout')
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
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
  await eventually(() => expect(open.private?.principal).toBe('guest'))
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
