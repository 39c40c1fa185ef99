import { beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { DirectoryDatabase, type PrincipalPointer } from '#web/db/directory-database.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { SealedDatabase } from '#web/db/sealed-database.ts'
import { seal } from '#web/sync/tab/sealed-outbox.ts'
import {
  ada,
  adaWithUnsent,
  asAda,
  bob,
  browser,
  databases,
  device,
  emptied,
  openDevice,
  PICTURE,
  pointer,
  replaceDevice,
  SEALED,
  SECRET,
  server,
  textOfDisk,
} from './setup.ts'

beforeEach(openDevice)

test('when a tab is killed at any point of the erasure, the next one finishes it, and nothing is lost or sent twice', async () => {
  for (let calls = 1, isOver = false; !isOver; calls += 3) {
    server.processed.clear()
    server.principal(ada).notes.clear()
    replaceDevice()
    const tab = await adaWithUnsent()
    server.ended.add(ada)
    device.disk.onSilence = () => tab.kill()
    device.disk.failAt(calls, 'silent')
    await tab.settle()
    isOver = tab.isAlive
    device.disk.heal()
    tab.kill()

    const next = await device.openTab()
    await next.settle()
    await eventually(() => expect(next.db.principal, `killed after ${calls} calls`).toBe('guest'))
    expect(await databases(), `killed after ${calls} calls`).toEqual(SEALED)
    expect(await textOfDisk()).not.toContain(SECRET)
    await asAda(next)
    expect([...server.processed.values()].map(({ count }) => count)).toEqual([1])
    expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
    expect(await next.db.drafts.count()).toBe(1)
    next.kill()
  }
})

test('when a tab is killed while it restores a sealed outbox, the next one restores it once', async () => {
  for (let calls = 1, isOver = false; !isOver; calls += 3) {
    server.processed.clear()
    replaceDevice()
    const tab = await emptied()
    server.ended.delete(ada)
    await tab.client.switchPrincipal(ada)
    device.disk.onSilence = () => tab.kill()
    device.disk.failAt(calls, 'silent')
    await tab.settle()
    isOver = tab.isAlive
    device.disk.heal()
    tab.kill()

    const next = await device.openTab()
    await next.settle()
    await next.settle()
    expect([await next.db.outbox.count(), await next.db.drafts.count()], `killed after ${calls} calls`).toEqual([0, 1])
    expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
    next.kill()
  }
})

test('a restored outbox that was sent is not restored again, although its box still exists', async () => {
  const tab = await emptied()
  const boxes = new SealedDatabase(device.dexie)
  const [box] = await boxes.boxes.toArray()
  const batches = await tab.directory.getMeta('sealed')
  boxes.close()
  await asAda(tab)
  await tab.client.settle()
  expect(server.processed.size).toBe(1)

  const again = new SealedDatabase(device.dexie)
  if (box) await again.boxes.put(box)
  again.close()
  await tab.directory.setMeta('sealed', batches ?? [])
  server.processed.clear()
  await tab.client.settle()
  expect([server.processed.size, await tab.directory.getMeta('sealed')]).toEqual([0, []])
})

test('a full device keeps only the unsent mutations, and seals them once there is space', async () => {
  const tab = await adaWithUnsent()
  device.disk.isFull = (table) => table === 'boxes'
  server.ended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  expect(await textOfDisk()).not.toContain('recA@')
  expect((await pointer(tab))?.leaving).toMatchObject([{ principal: ada }])
  tab.kill()

  device.disk.isFull = undefined
  const next = await device.openTab()
  expect(await databases()).toEqual(SEALED)
  expect((await pointer(next))?.leaving).toEqual([])
  await asAda(next)
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
})

/** Ada's session was ended while the device had no space to seal her unsent mutations. */
async function emptiedWithoutRoom() {
  const tab = await adaWithUnsent()
  server.ended.add(ada)
  device.disk.isFull = (table) => table === 'boxes'
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  return tab
}

test('a notice dismissed while the next start finishes the erasure stays dismissed', async () => {
  const tab = await emptiedWithoutRoom()
  expect((await pointer(tab))?.ended).toEqual({ unsent: 2 })
  tab.kill()
  device.disk.isFull = undefined
  // As the screen of another tab does.
  device.beforeErasing = (directory) =>
    directory.transaction('rw', directory.meta, async () => {
      const { ended: _ended, ...read } = (await directory.getMeta('principal')) as PrincipalPointer
      await directory.setMeta('principal', read)
    })
  const next = await device.openTab()
  expect(await pointer(next)).toMatchObject({ principal: 'guest', leaving: [] })
  expect((await pointer(next))?.ended).toBeUndefined()
})

const sent = () => [...server.processed.values()].map(({ by, count, mutation }) => [by, count, mutation.name])

test('an outbox that could not be sealed is kept alone when the same account signs in again, and is sent once', async () => {
  const tab = await emptiedWithoutRoom()
  browser.isOnline = false
  await tab.client.switchPrincipal(ada)
  expect([await tab.client.pendingCount(), await tab.db.contacts.count(), await tab.db.notes.count()]).toEqual([2, 0, 0])
  expect(await pointer(tab)).toMatchObject({ principal: ada, leaving: [] })
  expect((await pointer(tab))?.ended).toBeUndefined()
  await tab.client.enqueue('investor.save', { vcId: 'recA' as VcId, isSaved: true })
  browser.isOnline = true
  await asAda(tab)

  expect(sent()).toEqual([
    [ada, 1, 'contact.note'],
    [ada, 1, 'investor.save'],
  ])
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
  expect([await tab.client.pendingCount(), await tab.db.outbox.count(), await tab.db.contacts.count()]).toEqual([1, 0, 1])
  const draft = await tab.db.drafts.get('application')
  expect(new Uint8Array((await draft?.photo?.arrayBuffer()) ?? []).toHex()).toBe(PICTURE.toHex())
  expect(await databases()).not.toContain(privateDatabaseName('guest'))
})

test('an outbox that could not be sealed is neither shown to nor sent by another account, and waits for its own account', async () => {
  const tab = await emptiedWithoutRoom()
  browser.cookie = bob
  await tab.client.switchPrincipal(bob)
  await tab.client.settle()
  expect([await tab.client.pendingCount(), await tab.db.drafts.count(), server.processed.size]).toEqual([0, 0, 0])

  await asAda(tab)
  expect(sent()).toEqual([[ada, 1, 'contact.note']])
  expect([[...server.principal(bob).notes], await tab.client.pendingCount()]).toEqual([[], 1])
})

test('an outbox sealed by a tab that died is not restored a second time while the original still exists', async () => {
  const dying = await emptiedWithoutRoom()
  const [left] = (await pointer(dying))?.leaving ?? []
  if (!left?.sealTo) throw new Error('no account is pending erasure')
  dying.kill()
  const [directory, old] = [new DirectoryDatabase(device.dexie), new PrivateDatabase(ada, left.life, device.dexie)]
  device.disk.isFull = undefined
  await seal({ directory, dexie: device.dexie, makeRoom: async () => false }, old, left.sealTo)
  for (const db of [directory, old]) db.close()

  device.disk.isFull = (table) => table === 'boxes'
  const tab = await device.openTab()
  browser.isOnline = false
  await tab.client.switchPrincipal(ada)
  expect(await tab.client.pendingCount()).toBe(2)
  await tab.db.drafts.clear()
  browser.isOnline = true
  await asAda(tab)
  expect([sent(), await tab.client.pendingCount()]).toEqual([[[ada, 1, 'contact.note']], 0])
  expect(await tab.directory.getMeta('sealed')).toEqual([])
})

test('a full device evicts pictures to seal the unsent mutations', async () => {
  const tab = await adaWithUnsent()
  device.pictures.push('portrait')
  device.disk.isFull = (table) => table === 'boxes' && device.pictures.length > 0
  server.ended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  expect([device.pictures, await databases(), (await pointer(tab))?.leaving]).toEqual([[], SEALED, []])
})

test('when a tab loses its storage while its account reopens an unsealed outbox, the next one loses nothing', async () => {
  for (let calls = 1, isOver = false; !isOver; calls += 2) {
    server.processed.clear()
    server.principal(ada).notes.clear()
    replaceDevice()
    const tab = await emptiedWithoutRoom()
    server.ended.delete(ada)
    browser.cookie = ada
    device.disk.failAt(calls, 'gone')
    await tab.client.switchPrincipal(ada).catch(() => undefined)
    isOver = !device.disk.hasFailed
    tab.kill()
    device.disk.heal()

    const next = await device.openTab()
    await asAda(next)
    expect(sent(), `killed after ${calls} calls`).toEqual([[ada, 1, 'contact.note']])
    expect([server.principal(ada).notes.get('recA'), await next.client.pendingCount()]).toEqual([SECRET, 1])
    expect((await pointer(next))?.leaving).toEqual([])
    next.kill()
  }
})

test("a box that the account's key does not open stays, and blocks nothing", async () => {
  const tab = await emptied()
  const boxes = new SealedDatabase(device.dexie)
  await boxes.boxes.toCollection().modify({ iv: new Uint8Array(12) })
  boxes.close()
  await asAda(tab)
  await tab.client.enqueue('investor.save', { vcId: 'recA' as VcId, isSaved: true })
  await tab.client.settle()
  expect([...server.processed.values()].map(({ mutation }) => mutation.name)).toEqual(['investor.save'])
  expect(await tab.directory.getMeta('sealed')).toMatchObject([{ principal: ada, isUnreadable: true }])
  expect(await databases()).toContain('latchkey-sealed')
})

test('a server without sealing keys leaves a sealed outbox for later', async () => {
  const tab = await emptied()
  const { send } = browser
  let isOld = true
  browser.send = async (path, init) =>
    isOld && path.endsWith('/sealing-key') ? new Response(null, { status: 404 }) : send(path, init)
  await asAda(tab)
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
  expect(await databases()).toContain('latchkey-sealed')
  isOld = false
  await tab.client.settle()
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
})
