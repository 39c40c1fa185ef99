import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { contactNotes, savedInvestors, ticketMessages, tickets } from '#drizzle/schema/index.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { MAX_PUSH_BYTES, type PushReply } from '#shared/sync/push.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { listProcessedMutations } from '#tests/support/state/mutations.ts'

const { url } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
const port = Number(new URL(url).port)
/** A hundredth of the limits: 60 concurrent calls. */
const narrow = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '1' } })

const JSON_TYPE = { 'content-type': 'application/json' }

/** Starts a push and never ends it. */
function beginPush(localAddress: string, length: string) {
  let received = ''
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
    socket.write(
      `POST /api/sync/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n1\r\n \r\n`,
    ),
  )
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => undefined)
  return { socket, status: () => /^HTTP\/1.1 (\d+)/.exec(received)?.[1] }
}

test.each([
  ['with a length', '127.0.0.2', `Content-Length: ${MAX_PUSH_BYTES}`],
  ['without a length', '127.0.0.3', 'Transfer-Encoding: chunked'],
])('of 150 pushes %s that one address keeps open, at least 50 are refused immediately', async (_, from, length) => {
  const pushes = Array.from({ length: 150 }, () => beginPush(from, length))
  await expect.poll(() => pushes.filter(({ status }) => status() === '429').length).toBeGreaterThanOrEqual(50)
  for (const { socket } of pushes) socket.destroy()
})

/** The number of refused requests among `count` requests from one address. */
async function refused(from: string, path: string, count: number, { headers: more, ...init }: RequestInit = {}) {
  const headers = { 'x-forwarded-for': from, ...(more as Record<string, string>) }
  const replies = await Promise.all(Array.from({ length: count }, () => narrow.visitor().send(path, { ...init, headers })))
  return replies.filter(({ status }) => status === 429).length
}

test('calls without a body of one address are counted too, those with large replies as more', async () => {
  expect(await refused('192.0.2.4', '/api/vcs', 60)).toBe(0)
  expect(await refused('192.0.2.5', '/api/vcs', 200)).toBeGreaterThan(100)
  expect(await refused('192.0.2.6', '/api/auth/user', 200)).toBe(0)
  expect(await refused('192.0.2.7', '/api/auth/user', 400)).toBeGreaterThan(100)
  expect(await refused('192.0.2.8', '/api/health', 400)).toBe(0)
})

test.each<[string, string, Record<string, string>]>([
  ['of cookies', '/api/auth/user', { cookie: 'a=;'.repeat(5000) }],
  ['of encodings', '/api/openapi.json', { 'accept-encoding': ','.repeat(15_000) }],
  ['of a query', `/api/top-vcs?${'a&'.repeat(7500)}`, {}],
  ['of tags, for a page', '/vcs', { 'if-none-match': ','.repeat(15_000) }],
  ['of encodings, for a path that is otherwise not counted', '/api/health', { 'accept-encoding': ','.repeat(15_000) }],
])('a head of 15 KB %s counts as eleven calls, because it is read before its call', async (what, path, headers) => {
  expect(await refused(`from a client with a head ${what}`, path, 12, { headers })).toBeGreaterThanOrEqual(5)
})

test('a pull that names 10,000 documents with the shortest ids counts by their number', async () => {
  const have = { notes: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [at.toString(36), 1])) }
  const init = { method: 'POST', body: JSON.stringify({ have }), headers: { 'content-type': 'application/json' } }
  expect(await refused('192.0.2.10', '/api/sync/me', 10, init)).toBeGreaterThanOrEqual(5)
})

/** A guest with another address than the one that is counted. */
async function becomeGuest(from: string) {
  const guest = narrow.visitor()
  const headers = { ...JSON_TYPE, 'x-forwarded-for': from }
  const reply = await guest.send('/api/sync/push', { method: 'POST', body: pushOf([]), headers })
  const { principalId = '' as PrincipalId } = (await reply.json()) as PushReply
  return { guest, principalId }
}
const pushOf = (mutations: object[]) => JSON.stringify({ clientId: crypto.randomUUID(), mutations })

test('a pull by hashes counts by the documents that it compares, even if the answer contains none of them', async () => {
  const guestWith = async (saved: number, from: string) => {
    const { guest, principalId } = await becomeGuest(from)
    const rows = Array.from({ length: saved }, (_, at) => ({ principalId, vcId: `rec${at}` as VcId }))
    await narrow.world.db.insert(savedInvestors).values(rows)
    return guest
  }
  const body = JSON.stringify({ mark: '', hashes: Object.fromEntries(privateCollections.map((name) => [name, '0'])) })
  /** Three guests, four pulls each: more would be refused to one principal. */
  const refusedOf = async (saved: number, from: string) => {
    const guests = await Promise.all([1, 2, 3].map((at) => guestWith(saved, `198.51.${saved % 250}.${at}`)))
    const headers = { ...JSON_TYPE, 'x-forwarded-for': from }
    const pull = (guest: Client) => guest.send('/api/sync/me', { method: 'POST', body, headers })
    const replies = await Promise.all(guests.flatMap((guest) => Array.from({ length: 4 }, () => pull(guest))))
    return replies.filter(({ status }) => status === 429).length
  }
  expect(await refusedOf(2000, '192.0.2.11')).toBeGreaterThanOrEqual(4)
  expect(await refusedOf(20, '192.0.2.12')).toBe(0)
})

test('a pull by hashes counts by the characters that it compares: a few documents may be megabytes', async () => {
  const { db } = narrow.world
  const body = JSON.stringify({ mark: '', hashes: Object.fromEntries(privateCollections.map((name) => [name, '0'])) })
  const refusedOf = async (text: string, from: string) => {
    const guests = await Promise.all([1, 2, 3].map((at) => becomeGuest(`198.51.${252 + Math.sign(text.length - 1)}.${at}`)))
    for (const { principalId } of guests) {
      const id = crypto.randomUUID()
      await db.insert(tickets).values({ id, kind: 'support', principalId, message: 'Nothing opens' })
      const one = () => ({ id: crypto.randomUUID(), ticketId: id, from: 'author' as const, text })
      await db.insert(ticketMessages).values(Array.from({ length: 300 }, one))
    }
    const headers = { ...JSON_TYPE, 'x-forwarded-for': from }
    const pull = ({ guest }: (typeof guests)[number]) => guest.send('/api/sync/me', { method: 'POST', body, headers })
    const replies = await Promise.all(guests.flatMap((guest) => Array.from({ length: 4 }, () => pull(guest))))
    return replies.filter(({ status }) => status === 429).length
  }
  expect(await refusedOf('x'.repeat(5000), '192.0.2.15')).toBeGreaterThanOrEqual(4)
  expect(await refusedOf('x', '192.0.2.16')).toBe(0)
})

test('a push counts by the cost of its merges, and is still answered', async () => {
  const { db } = narrow.world
  const refusedOf = async (lines: number, from: string) => {
    const { guest, principalId } = await becomeGuest(`198.51.251.${lines % 250}`)
    await grantContact(db, principalId, 'rec1' as VcId)
    await db.insert(contactNotes).values({ principalId, contactId: 'rec1' as VcId, text: `T1${'\n'.repeat(30)}T2` })
    const base = { text: `B1${'\n'.repeat(lines)}B2`, steps: [] }
    const note = (at: number) => ({ name: 'contact.note', args: { contactId: 'rec1', text: `M1\nM2${at}` }, base })
    const headers = { ...JSON_TYPE, 'x-forwarded-for': from }
    const statuses: number[] = []
    let applied = 0
    for (let push = 0; push < 5; push += 1) {
      const mutations = Array.from({ length: 8 }, (_, at) => ({
        ...note(8 * push + at),
        id: Bun.randomUUIDv7(),
        madeAt: new Date().toISOString(),
      }))
      const reply = await guest.send('/api/sync/push', { method: 'POST', body: pushOf(mutations), headers })
      statuses.push(reply.status)
      if (reply.status !== 200) continue
      const { results } = (await reply.json()) as PushReply
      applied += results.filter(({ status }) => status === 'applied').length
    }
    expect(await listProcessedMutations(db, { principalId })).toHaveLength(applied)
    return statuses.filter((status) => status === 429).length
  }
  expect(await refusedOf(4000, '192.0.2.13')).toBeGreaterThan(0)
  expect(await refusedOf(40, '192.0.2.14')).toBe(0)
})

test('a guest names at most 10,000 documents in a pull', async () => {
  const pull = (count: number) => {
    const have = { notes: Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 1])) }
    return narrow.visitor().post('/api/sync/me', { have })
  }
  expect(await pull(10_001)).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect((await pull(10_000)).status).not.toBe(413)
})
