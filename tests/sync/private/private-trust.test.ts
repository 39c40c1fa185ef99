import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { isLeaseValid, REVALIDATE_AFTER_MS } from '#web/db/entitlement-lease.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { listContacts } from '#web/features/contacts/queries.ts'

const ada = 'ada' as PrincipalId
const note = (contactId: string, text: string) => ({ contactId: contactId as VcId, text })

let server: MemoryServer
let browser: Browser
let device: TestDevice
let tab: TestTab

beforeEach(async () => {
  server = new MemoryServer()
  server.principal(ada, 'account', ['rec1', 'rec2', 'rec3', 'rec4', 'rec5', 'rec6', 'rec7', 'rec8', 'rec9'])
  browser = new Browser(server)
  browser.cookie = ada
  device = new TestDevice(browser.send)
  tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  return () => tab.kill()
})

/** Answers the private lane instead of the server, as long as the callback returns a reply. */
function answerMe(answer: (have: Record<string, unknown>) => object | undefined) {
  const handle = server.handle.bind(server)
  server.handle = (path, body, caller) => {
    const { have } = (body ?? {}) as { have: Record<string, unknown> }
    const reply = path === '/api/sync/me' ? answer(have) : undefined
    return reply ? { status: 200, body: reply } : handle(path, body, caller)
  }
}

test('a revoked grant is gone after one pull', async () => {
  server.principal(ada).contacts.pop()
  await tab.client.settle(['me'])
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).not.toContain('rec9')
  expect(await tab.db.contacts.count()).toBe(8)
})

test('a server that no longer knows the caller removes nothing', async () => {
  answerMe(() => ({ put: {}, del: { account: [ada], contacts: ['rec1'] } }))
  await tab.client.settle(['me'])
  expect(await tab.db.contacts.count()).toBe(9)
  expect(await tab.db.account.count()).toBe(1)
})

test('a response that removes more than a fifth is checked against the complete set', async () => {
  answerMe((have) => (Object.keys(have).length > 0 ? { put: {}, del: { contacts: ['rec1', 'rec2', 'rec3'] } } : undefined))
  await tab.client.settle(['me'])
  expect(await tab.db.contacts.count()).toBe(9)
})

test('a mass removal that the complete set confirms is applied', async () => {
  server.principal(ada).contacts.splice(0, 6)
  await tab.client.settle(['me'])
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).toEqual(['rec7', 'rec8', 'rec9'])
})

test('fields and collections of a newer server are kept, and their versions are sent', async () => {
  let versions: unknown
  answerMe((have) => {
    versions = have.tomorrows
    return {
      put: { tomorrows: [{ id: 'bkg1', version: 7, at: 'noon' }], notes: [{ id: 'rec1', version: 3, text: 'x', mood: 'fine' }] },
      del: {},
    }
  })
  await tab.client.settle(['me'])
  await tab.client.settle(['me'])
  expect(await tab.db.notes.get('rec1')).toMatchObject({ mood: 'fine' })
  expect(await tab.db.others.toArray()).toMatchObject([{ collection: 'tomorrows', doc: { at: 'noon' } }])
  expect(versions).toEqual({ bkg1: 7 })
})

test('contacts that the server has not confirmed for 30 days are hidden, and return with the next pull', async () => {
  const { now } = device
  expect(await listContacts(tab.db, now)).toHaveLength(9)
  expect(await listContacts(tab.db, now + REVALIDATE_AFTER_MS)).toEqual([])
  device.now = now + REVALIDATE_AFTER_MS
  await tab.client.settle(['me'])
  expect(await isLeaseValid(tab.db, device.now)).toBe(true)
})

test('a clock that jumps ahead hides no contact for three days of offline launches, and correcting it undoes the effect', async () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const { now } = device
  browser.isOnline = false
  const launchAt = async (at: number) => {
    tab.kill()
    device.now = at
    tab = await device.openTab()
    return listContacts(tab.db, at)
  }
  const ahead = now + 31 * DAY_MS
  expect(await launchAt(ahead)).toHaveLength(9)
  expect(await launchAt(ahead + 2 * DAY_MS)).toHaveLength(9)
  expect(await launchAt(ahead + 3 * DAY_MS)).toEqual([])
  expect(await launchAt(now + DAY_MS)).toHaveLength(9)
  // Opened every day, the total is 30 days.
  for (let day = 26; day < 30; day++) expect(await launchAt(now + day * DAY_MS)).toHaveLength(9)
  expect(await launchAt(now + 30 * DAY_MS)).toEqual([])
  browser.isOnline = true
  await tab.settle()
  expect(await listContacts(tab.db, device.now)).toHaveLength(9)
})

test('a confirmation by a clock that was ahead is valid only until the next one', async () => {
  const { now } = device
  device.now = now + REVALIDATE_AFTER_MS
  await tab.client.settle(['me'])
  device.now = now
  await tab.client.settle(['me'])
  expect(await tab.db.getMeta('validatedAt')).toBe(now)
})

test('one entry that makes a push fail is found and kept as rejected; all others arrive', async () => {
  browser.isOnline = false
  const ids = []
  for (let n = 1; n <= 9; n++) ids.push(await tab.client.enqueue('contact.note', note(`rec${n}`, `words ${n}`)))
  const handle = server.handle.bind(server)
  server.handle = (path, body, caller) =>
    path === '/api/sync/push' && JSON.stringify(body).includes('words 4')
      ? { status: 413, body: { message: 'This is too large.', code: 'too-large' } }
      : handle(path, body, caller)
  browser.isOnline = true
  await tab.client.settle()

  expect(await tab.db.outbox.toArray()).toMatchObject([
    { id: ids[3], state: 'refused', args: { text: 'words 4' }, refusal: { code: 'too-large' } },
  ])
  expect(server.principal(ada).notes.size).toBe(8)
})

test('a refusal by a gateway is no answer of the server: the entries stay pending', async () => {
  const handle = server.handle.bind(server)
  server.handle = (path, body, caller) =>
    path === '/api/sync/push' ? { status: 403, body: '<html>Blocked</html>' } : handle(path, body, caller)
  await tab.client.enqueue('contact.note', note('rec1', 'words'))
  await tab.client.settle()
  expect(await tab.db.outbox.toArray()).toMatchObject([{ state: 'waiting' }])
  server.handle = handle
  await tab.client.settle()
  expect(server.principal(ada).notes.get('rec1')).toBe('words')
})

test('an app that is too old to sync shows that and keeps everything', async () => {
  const handle = server.handle.bind(server)
  const old = { message: 'This version of the app is too old to sync.', code: 'sync.protocol-too-old' }
  server.handle = (path, body, caller) => (path === '/api/sync/push' ? { status: 426, body: old } : handle(path, body, caller))
  await tab.client.enqueue('contact.note', note('rec1', 'words'))
  await tab.client.settle()
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'attention', ...old })
  expect(await tab.client.pendingCount()).toBe(1)
})

test('a device that cannot store a write refuses it, shows an error, and does not show the change', async () => {
  const refuse = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  }
  tab.db.notes.hook('creating', refuse)
  await expect(tab.client.enqueue('contact.note', note('rec1', 'words'))).rejects.toThrow()
  expect(await tab.db.outbox.count()).toBe(0)
  expect(await tab.db.notes.get('rec1')).toBeUndefined()
  expect(tab.fault).toMatch(/out of space/)

  tab.db.notes.hook('creating').unsubscribe(refuse)
  await tab.client.enqueue('contact.note', note('rec1', 'words'))
  expect(tab.fault).toBeUndefined()
})

test('a rejected change can be sent again, as a new mutation after the pending ones', async () => {
  const id = await tab.client.enqueue('contact.note', note('recZ', 'words'))
  server.refuses.set(id, { code: 'contacts.not-held', message: 'You have not unlocked this contact.' })
  await tab.client.settle()
  expect(await tab.db.outbox.toArray()).toMatchObject([{ state: 'refused' }])
  await tab.client.retryRefused(id)
  await tab.client.settle()
  expect(server.principal(ada).notes.get('recZ')).toBe('words')
  expect(await tab.db.outbox.count()).toBe(0)
})

test('a name that another device changed first is sent again as a choice: its base is the name shown at that time', async () => {
  await tab.db.account.update(ada, { user: sampleUser({ principalId: ada }) })
  const id = await tab.client.enqueue('profile.rename', { firstName: 'Adaeze' }, { firstName: ['seen'] })
  server.refuses.set(id, { code: 'accounts.renamed-elsewhere', message: 'Your name was changed on another device.' })
  await tab.client.settle()
  expect(await tab.db.outbox.toArray()).toMatchObject([{ state: 'refused', base: { firstName: ['seen'] } }])
  await tab.db.account.update(ada, { user: sampleUser({ principalId: ada, firstName: 'A.' }) })
  await tab.client.retryRefused(id)
  const base = { firstName: [fingerprint('A.')] }
  expect(await tab.db.outbox.toArray()).toMatchObject([{ state: 'waiting', args: { firstName: 'Adaeze' }, base }])
})

test('a response that belongs to another account changes nothing on this account’s device', async () => {
  const ben = 'ben' as PrincipalId
  server.principal(ben, 'account', ['rec1', 'recBen'])
  const handle = server.handle.bind(server)
  server.handle = (path, body, caller) => (path === '/api/sync/me' ? handle(path, { have: {} }, ben) : handle(path, body, caller))
  await tab.client.settle(['me'])
  expect((await tab.db.contacts.toArray()).map(({ id }) => id)).not.toContain('recBen')
  expect((await tab.db.account.toArray()).map(({ id }) => id)).toEqual([ada])
})
