import { beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import {
  ada,
  adaWithUnsent,
  asAda,
  bob,
  browser,
  databases,
  device,
  EMPTIED,
  emptied,
  openDevice,
  PICTURE,
  pointer,
  SEALED,
  SECRET,
  server,
  textOfDisk,
} from './setup.ts'

beforeEach(openDevice)

test('a session ended elsewhere leaves nothing readable in any tab, and the screen gets the number of pending mutations', async () => {
  const tab = await adaWithUnsent()
  const other = await device.openTab()
  expect(await textOfDisk()).toContain(SECRET)
  server.ended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect([tab.db.principal, other.db.principal]).toEqual(['guest', 'guest']))

  expect(await databases()).toEqual(SEALED)
  expect(await textOfDisk()).not.toContain(SECRET)
  expect(await textOfDisk()).not.toContain('recA@')
  expect(await pointer(tab)).toMatchObject({ principal: 'guest', leaving: [], endsSession: false, ended: { unsent: 2 } })
  await tab.client.settle(['me'])
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
  expect(server.processed.size).toBe(0)
})

test('a session ended by a ban tells the screen of the suspension', async () => {
  const tab = await adaWithUnsent()
  server.ended.add(ada)
  server.suspended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  expect((await pointer(tab))?.ended).toEqual({ unsent: 2, isSuspended: true })
  expect(await databases()).toEqual(SEALED)
})

test('an expired session keeps everything readable, and asks to sign in again', async () => {
  const tab = await adaWithUnsent()
  browser.cookie = undefined
  await tab.client.settle(['me'])
  expect([tab.db.principal, await tab.db.contacts.count(), await tab.client.pendingCount()]).toEqual([ada, 1, 2])
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'sign-in' })
})

test('without unsent mutations, nothing is kept', async () => {
  const tab = await device.openTab()
  await asAda(tab)
  server.ended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  expect(await databases()).toEqual(EMPTIED)
  expect((await pointer(tab))?.ended).toEqual({ unsent: 0 })
})

test('a sealed outbox is sent once when the same account signs in again, before its newer mutations', async () => {
  const tab = await emptied()
  browser.isOnline = false
  await tab.client.switchPrincipal(ada)
  await tab.client.enqueue('investor.save', { vcId: 'recA' as VcId, isSaved: true })
  browser.isOnline = true
  await asAda(tab)

  expect([...server.processed.values()].map(({ by, count, mutation }) => [by, count, mutation.name])).toEqual([
    [ada, 1, 'contact.note'],
    [ada, 1, 'investor.save'],
  ])
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
  const draft = await tab.db.drafts.get('application')
  expect(draft?.values).toEqual({ bio: 'half' })
  expect(new Uint8Array((await draft?.photo?.arrayBuffer()) ?? []).toHex()).toBe(PICTURE.toHex())
  expect(await databases()).toEqual(['latchkey-directory', privateDatabaseName(ada)])
  expect(await tab.directory.getMeta('sealed')).toEqual([])
  expect((await pointer(tab))?.ended).toBeUndefined()
})

test('a sealed draft and a draft begun as a guest are both kept', async () => {
  const tab = await emptied()
  await tab.db.drafts.put({ id: 'application', values: { bio: 'begun as a guest' }, writtenAt: '2026-03-02T12:00:00.000Z' })
  await asAda(tab)
  expect((await tab.db.drafts.toArray()).map(({ id, values }) => [id, values])).toEqual([
    ['application', { bio: 'begun as a guest' }],
    ['shared', 'half'],
  ])
  const { photo } = (await tab.db.drafts.get('application')) ?? {}
  expect(new Uint8Array((await photo?.arrayBuffer()) ?? []).toHex()).toBe(PICTURE.toHex())
})

test('another account that signs in receives, sends and sees nothing of a sealed outbox, which waits for its own account', async () => {
  const tab = await emptied()
  browser.cookie = bob
  await tab.client.switchPrincipal(bob)
  await tab.client.settle()
  expect([await tab.db.outbox.count(), await tab.db.drafts.count(), server.processed.size]).toEqual([0, 0, 0])
  expect(await textOfDisk()).not.toContain(SECRET)

  await asAda(tab)
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
  expect([...server.principal(bob).notes]).toEqual([])
})

test('the sealed outboxes of two accounts are restored to their own accounts', async () => {
  const tab = await emptied()
  browser.cookie = bob
  await tab.client.switchPrincipal(bob)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.enqueue('contact.note', { contactId: 'recB' as VcId, text: 'Of Bob' })
  browser.isOnline = true
  server.ended.add(bob)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  expect((await pointer(tab))?.ended).toEqual({ unsent: 1 })

  server.ended.delete(bob)
  browser.cookie = bob
  await tab.client.switchPrincipal(bob)
  await tab.client.settle()
  expect([[...server.principal(bob).notes], [...server.principal(ada).notes]]).toEqual([[['recB', 'Of Bob']], []])
  await asAda(tab)
  expect([...server.principal(ada).notes]).toEqual([['recA', SECRET]])
})

test('a rejection from before a sign-in, which arrives after it, erases nothing', async () => {
  const tab = await adaWithUnsent()
  server.ended.add(ada)
  browser.beforeReply = async () => {
    // The same account signs in, in another tab, while the response is on its way.
    browser.beforeReply = undefined
    server.ended.delete(ada)
  }
  await tab.client.settle(['me'])
  await tab.client.settle(['me'])
  expect([tab.db.principal, (await pointer(tab))?.ended]).toEqual([ada, undefined])
  expect(server.principal(ada).notes.get('recA')).toBe(SECRET)
})
