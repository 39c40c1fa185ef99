import { beforeEach, describe, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleDecisionMaker } from '#tests/support/samples/sample-decision-maker.ts'
import { loadMutations } from '#tests/sync/support/test-device.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { addToOutbox } from '#web/sync/engine/outbox.ts'
import { ada, adaWithUnsent, bob, browser, databases, device, openDevice, save, server } from './setup.ts'

beforeEach(openDevice)

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
  await eventually(() => expect(second.db.principal).toBe(ada))
  expect(await second.db.contacts.count()).toBe(1)

  device.outside.push('portrait')
  browser.isOnline = false
  await first.client.switchPrincipal('guest')
  expect(device.outside).toEqual([])
  await eventually(() => expect(second.db.principal).toBe('guest'))
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
  await eventually(() => expect(second.fault).toBeDefined())
  device.disk.isFull = undefined

  await eventually(() => expect(second.db.principal).toBe(ada))
  expect(await second.db.outbox.count()).toBe(1)
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])
  await eventually(() => expect(second.fault).toBeUndefined())
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
  await eventually(() => expect(second.db.principal).toBe(ada))
  expect([first.keptInTab, second.keptInTab]).toEqual([['mailed link'], ['mailed link']])

  browser.isOnline = false
  await first.client.switchPrincipal('guest')
  expect(first.keptInTab).toEqual([])
  await eventually(() => expect(second.db.principal).toBe('guest'))
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
  device.reachesChunks = false
  await tab.client.switchPrincipal(ada)
  expect(await tab.db.outbox.count()).toBe(0)
  device.reachesChunks = true
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
  device.reachesChunks = false
  await tab.client.switchPrincipal(ada)
  expect(await tab.client.pendingCount()).toBe(0)
  await tab.client.switchPrincipal('guest')
  expect((await tab.directory.getMeta('principal'))?.leaving).toEqual([])
  expect(await tab.client.pendingCount()).toBe(2)
  device.reachesChunks = true

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
  await eventually(() => expect(second.db.principal).toBe(ada))
  browser.isOnline = false
  const writing = second.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Mine' })
  await Promise.allSettled([writing, first.client.switchPrincipal('guest')])
  const tooLate = new PrivateDatabase(ada, second.db.life, device.dexie)
  await expect(addToOutbox({ loadMutations, now: Date.now }, tooLate, 'investor.save', save('recX'))).rejects.toThrow(
    'changed hands',
  )
  tooLate.close()

  expect(await first.db.outbox.count()).toBe(0)
})

test('an account that signed in beside a deleted one becomes the principal of the device', async () => {
  const tab = await adaWithUnsent()
  browser.cookie = bob
  server.deleted.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe(bob))
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
