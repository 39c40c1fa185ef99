import { beforeEach, expect, test } from 'vitest'
import type { ClientId, PrincipalId, VcId } from '#shared/ids.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { createApi, Unreachable } from '#web/net/api.ts'
import { newPace, push } from '#web/sync/engine/push/push.ts'
import { sendPending } from '#web/sync/engine/push/send-pending.ts'
import type { Transport } from '#web/sync/engine/transport.ts'
import { MemoryServer } from './support/memory-server.ts'
import { Browser } from './support/network.ts'
import { loadMutations, TestDevice, type TestTab } from './support/test-device.ts'

const ada = 'ada' as PrincipalId
const contact = (at: number) => `rec${at}` as VcId

let server: MemoryServer
let browser: Browser
let tab: TestTab

beforeEach(async () => {
  server = new MemoryServer()
  server.principal(ada, 'account')
  browser = new Browser(server)
  browser.cookie = ada
  tab = await new TestDevice(browser.send).openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  return () => tab.kill()
})

const waiting = () => tab.db.outbox.where('state').equals('waiting').count()
const refused = () => tab.db.outbox.where('state').equals('refused').count()
const saveMany = async (count: number) => {
  browser.isOnline = false
  for (let at = 0; at < count; at += 1) await tab.client.enqueue('investor.save', { vcId: contact(at), isSaved: true })
  await tab.client.settle(['me'])
  browser.isOnline = true
}
const pushes = () => server.requests.filter((path) => path === '/api/sync/push').length

test('batches that the server has answered are not sent again when a later one is lost', async () => {
  await saveMany(350)
  const before = pushes()
  browser.fates = ['delivers', 'delivers', 'loses the request']
  await tab.client.settle(['me'])
  expect(await waiting()).toBe(150)
  await tab.client.settle(['me'])
  expect(await waiting()).toBe(0)
  expect(server.principal(ada).saved.size).toBe(350)
  expect(pushes() - before).toBe(4)
})

test.each([
  [403, 'foreign-origin'],
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [415, 'unsupported-media-type'],
])('a refusal of the request (%i %s) rejects none of its entries', async (status, code) => {
  await saveMany(3)
  const { send } = browser
  let isBroken = true
  browser.send = async (path, init) =>
    isBroken && path === '/api/sync/push' ? Response.json({ message: 'Not now.', code }, { status }) : send(path, init)
  tab.kill()
  tab = await new TestDevice((path, init) => browser.send(path, init)).openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.enqueue('investor.save', { vcId: contact(1), isSaved: true })
  await tab.client.settle()
  expect([await waiting(), await refused()]).toEqual([1, 0])
  expect(await tab.directory.getMeta('phase')).toMatchObject({ kind: 'attention', code })

  isBroken = false
  await tab.client.settle()
  expect([await waiting(), await refused()]).toEqual([0, 0])
})

test('a note that is autosaved many times is pending as one entry', async () => {
  browser.isOnline = false
  let text = ''
  for (let pause = 0; pause < 80; pause += 1) {
    const base = text
    text += 'more words '
    await tab.client.enqueue('contact.note', { contactId: contact(1), text }, { text: base, steps: [] })
  }
  expect(await waiting()).toBe(1)
  browser.isOnline = true
  await tab.client.settle(['me'])
  expect(server.principal(ada).notes.get(contact(1))).toBe(text)
})

/** A clock that advances only when everything waits for it. */
function virtualClock() {
  let now = 0
  const timers = new Map<number, { at: number; work: () => void }>()
  let ids = 0
  const after: Schedule = (ms, work) => {
    const id = ids++
    timers.set(id, { at: now + ms, work })
    return () => void timers.delete(id)
  }
  const settled = () => new Promise((done) => setTimeout(done, 5))
  const run = async <Result>(work: Promise<Result>): Promise<Result> => {
    let hasEnded = false
    const ending = work.finally(() => {
      hasEnded = true
    })
    ending.catch(() => undefined)
    for (await settled(); !hasEnded; await settled()) {
      const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at)
      if (!next) continue
      timers.delete(next[0])
      now = next[1].at
      next[1].work()
    }
    return ending
  }
  return { after, run, now: () => now }
}

test('on a network of 1 KB per second batches shrink until they arrive, and each entry arrives once', async () => {
  const clock = virtualClock()
  const send = (path: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const cancel = clock.after(String(init.body ?? '').length, () => resolve(browser.send(path, init)))
      init.signal?.addEventListener('abort', () => {
        cancel()
        reject(init.signal?.reason)
      })
    })
  const transport = {
    api: createApi(send),
    locks: { exclusively: (_name: string, work: () => Promise<unknown>) => work() },
    stop: new AbortController().signal,
    after: clock.after,
  } as unknown as Transport
  browser.isOnline = false
  for (let at = 0; at < 20; at += 1) {
    await tab.client.enqueue('contact.note', { contactId: contact(at), text: 'word '.repeat(1600) })
  }
  await tab.client.settle(['me'])
  browser.isOnline = true

  const deps = {
    clientId: 'client' as ClientId,
    db: tab.db,
    pace: newPace(),
    now: clock.now,
    keep: (store: () => Promise<void>) => store(),
    loadOrderingKeys: async () => (await loadMutations()).orderingKeys,
    loadSendPending: async () => sendPending,
  }
  for (let tries = 0; (await waiting()) > 0 && tries < 10; tries += 1) {
    await clock.run(push(transport, deps)).catch((error) => {
      if (!(error instanceof Unreachable)) throw error
    })
  }
  expect(await waiting()).toBe(0)
  expect(server.principal(ada).notes.size).toBe(20)
  expect([...server.processed.values()].map(({ count }) => count)).toEqual(Array(20).fill(1))
})
