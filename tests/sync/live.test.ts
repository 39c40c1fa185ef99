import { connect } from 'node:net'
import { Elysia } from 'elysia'
import { afterEach, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { Account, Identity, RequestIdentity } from '#server/http/session.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/observe/metrics.ts'
import { createCommitListener } from '#server/sync/commit-listener.ts'
import { createLive } from '#server/sync/live.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { addListings, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const node = await startTestApp()
const other = await node.anotherNode()
const narrow = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.002' } })
const far = node.database.connectAgain()
const sockets: WebSocket[] = []
type Member = Awaited<ReturnType<typeof node.member>>
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  for (const end of ends.splice(0)) await end()
})

/** Only the live connections, for a given caller. */
async function startLive(caller: RequestIdentity, more: Partial<Parameters<typeof createLive>[0]> = {}) {
  const { sql, openSingle } = node.database
  const identity: Identity = { ...unused, findCaller: async () => caller }
  const lane = directoryLane(node.database)
  const fixed = {
    sql,
    lane,
    openSingle,
    log: createLog('silent'),
    identity,
    publicUrl: undefined,
    trustedProxies: 0,
    metrics: createMetrics(),
    scale: 1000,
  }
  const { routes, notices } = createLive({ ...fixed, ...more })
  await notices.open()
  const app = new Elysia().use(routes).listen({ port: 0, hostname: '127.0.0.1' })
  ends.push(async () => {
    await notices.close()
    await app.stop(true)
  })
  return `http://127.0.0.1:${app.server?.port}`
}
const nothing = async () => undefined
const unused = { requireAdmin: () => undefined, requireOwner: nothing, isDeleted: async () => false } as unknown as Identity

/** An open live connection and the messages it received. */
async function listen(url: string, client?: Client, origin = url) {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  // Bun's own constructor accepts headers, which a page could never set and the DOM's types do not know.
  const address = `${url.replace('http', 'ws')}/api/sync/live`
  const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers: { origin, cookie } }])
  sockets.push(socket)
  const received: string[] = []
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(data).scope))
  await new Promise((done, fail) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', () => fail(new Error('The connection was refused.')))
  })
  return { received, socket }
}

test('a commit on any node reaches the devices of every node', async () => {
  const [here, there] = [await listen(node.url), await listen(other.url)]
  await addListings(far.db, listing('recPoke'))
  await eventually(() => expect([here.received, there.received]).toEqual([['directory'], ['directory']]))
})

test('nothing is published for a transaction that is open or rolled back', async () => {
  const { received } = await listen(node.url)
  const rolledBack = await openTransaction(far)
  await rolledBack.write((sql) => sql`update directory_investors set name = 'Never'`)
  const open = await openTransaction(far)
  await open.write(
    (sql) =>
      sql`insert into directory_investors select (jsonb_populate_record(d, '{"id": "recOpen"}')).* from directory_investors d limit 1`,
  )
  await rolledBack.end('rollback')
  // Notifications arrive in the order of commits: once this one is received, an earlier one would have been.
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await eventually(() => expect(received).toEqual(['directory']))
  await open.end('commit')
  await eventually(() => expect(received).toEqual(['directory', 'directory']))
})

test('a statement that changes no row pokes no device', async () => {
  const { received } = await listen(node.url)
  await far.sql`update directory_investors set name = name where id = 'recNobody'`
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await eventually(() => expect(received).toEqual(['directory']))
})

test('private changes are published to their principal only', async () => {
  const [ada, eve] = [await node.member(), await node.member()]
  const [hers, others, strangers] = [await listen(node.url, ada), await listen(node.url, eve), await listen(node.url)]
  await far.sql`insert into saved_investors (principal_id, vc_id) values (${ada.user.principalId}, 'recPoke')`
  await eventually(() => expect(hers.received).toEqual(['me']))
  await addListings(far.db, listing('recPublic'))
  await eventually(() => expect(strangers.received).toEqual(['directory']))
  expect(others.received).toEqual(['directory'])
})

test('two hundred commits give a few pokes, and the last commit is always followed by one', async () => {
  const { received } = await listen(node.url)
  for (let i = 0; i < 200; i++) await far.sql`update directory_investors set name = ${`n${i}`} where id = 'recPoke'`
  const soFar = received.length
  await far.sql`update directory_investors set name = 'last' where id = 'recPoke'`
  await eventually(() => expect(received.length).toBeGreaterThan(soFar))
  expect(received.length).toBeLessThan(30)
})

test('another origin may not connect', async () => {
  await expect(listen(node.url, undefined, 'https://elsewhere.example')).rejects.toThrow('refused')
  const reply = await node.visitor().get('/api/sync/live')
  expect(reply).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } })
})

test('after LISTEN was interrupted, all devices are poked once it works again', async () => {
  const { received } = await listen(node.url)
  await far.sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`
  await eventually(() => expect(received).toContain('me'))
  expect(received).toContain('directory')
  received.length = 0
  await far.db.delete(directoryInvestors)
  await eventually(() => expect(received).toContain('directory'))
})

test('a directory that changes continuously pokes the devices less and less often', async () => {
  const { received } = await listen(narrow.url)
  const { sql } = narrow.database
  for (let at = 0; at < 60; at++) {
    await sql`select pg_notify('latchkey_sync', 'directory')`
    await Bun.sleep(60)
  }
  expect(received.length).toBeGreaterThan(15)
  expect(received.length).toBeLessThan(30)
})

test('the open live connections of one address are limited, and a closed one frees a place', async () => {
  const four = await Promise.all(Array.from({ length: 4 }, () => listen(narrow.url)))
  await expect(listen(narrow.url)).rejects.toThrow('refused')
  four[0]?.socket.close()
  await eventually(() => listen(narrow.url))
  await expect(listen(narrow.url)).rejects.toThrow('refused')
})

test('connections of a session ended elsewhere are poked and closed, on every node', async () => {
  const ada = await node.member()
  const phone = node.visitor()
  await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  const [here, there, own] = [await listen(node.url, phone), await listen(other.url, phone), await listen(node.url, ada)]
  const closed = [here, there].map(
    ({ socket, received }) =>
      new Promise((done) =>
        socket.addEventListener('close', ({ code, reason }) => done({ code, reason, received: [...received] })),
      ),
  )
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  const ended = { code: 4001, reason: 'session-ended', received: ['me'] }
  expect(await Promise.all(closed)).toEqual([ended, ended])
  expect(own.socket.readyState).toBe(WebSocket.OPEN)
})

/** A live connection without a client library: frames are written as bytes. */
async function openRaw(url: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => undefined)
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  socket.write(`GET /api/sync/live HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\n${upgrade}\r\n`)
  await new Promise((done) => socket.once('data', done))
  return { socket, isClosed: () => isClosed }
}
/** Masked with zeros, as a client must mask its frames. */
const frame = (opcode: number, text: string) => Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)])
const [TEXT, BINARY, PING, PONG] = [1, 2, 9, 10]

test.each([
  ['a short text', frame(TEXT, '/')],
  ['a long text', frame(TEXT, JSON.stringify({ scope: 'directory' }))],
  ['bytes', frame(BINARY, 'x')],
  ['two pings in one packet', Buffer.concat([frame(PING, ''), frame(PING, '')])],
  ['two pongs in one packet', Buffer.concat([frame(PONG, ''), frame(PONG, '')])],
])('a client that sends %s over its live connection loses it', async (_, bytes) => {
  const { socket, isClosed } = await openRaw(node.url)
  socket.write(bytes)
  await eventually(() => expect(isClosed()).toBe(true))
})

test("a pong to the server's ping keeps the connection", async () => {
  const { socket, isClosed } = await openRaw(node.url)
  socket.write(frame(PONG, ''))
  const { received } = await listen(node.url)
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await eventually(() => expect(received).toContain('directory'))
  expect(isClosed()).toBe(false)
  socket.destroy()
})

test.each<[string, (ada: Member) => Promise<unknown>]>([
  ['signed out in its own browser', (ada) => ada.post('/api/auth/logout')],
  ['removed once it had expired', ({ user }) => far.sql`delete from sessions where user_id = ${user.id}`],
])('a connection of a session that was %s receives nothing more of its account', async (_, end) => {
  const ada = await node.member()
  const { received } = await listen(node.url, ada)
  await far.sql`select pg_notify('latchkey_sync', ${`me:${ada.user.principalId}`})`
  await eventually(() => expect(received).toEqual(['me']))
  await end(ada)
  await far.sql`select pg_notify('latchkey_sync', ${`me:${ada.user.principalId}`})`
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await eventually(() => expect(received).toContain('directory'))
  expect(received).toEqual(['me', 'directory'])
})

test('a connection whose session has ended is closed later, and reconnects as the current principal of its browser', async () => {
  const account = { session: { sid: 'a-session' } } as Account
  const url = await startLive({ account, principalId: 'pri_ada' as PrincipalId }, { overMs: 0 })
  const { socket } = await listen(url)
  const closed = new Promise((done) => socket.addEventListener('close', done))
  await far.sql`select pg_notify('latchkey_sync', 'over:a-session')`
  await closed
})

test('after a gap the devices are poked one after another', async () => {
  const url = await startLive({}, { beatMs: 200 })
  const all = await Promise.all(Array.from({ length: 30 }, () => listen(url)))
  const poked = () => all.filter(({ received }) => received.length > 0).length
  await far.sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`
  await eventually(() => expect(poked()).toBeGreaterThan(0), 1)
  expect(poked()).toBeLessThan(30)
  await eventually(() => expect(all.map(({ received }) => received.toSorted())).toEqual(all.map(() => ['directory', 'me'])))
})

test('a node whose LISTEN receives nothing, as behind a pooler, does not start, and names the setting', async () => {
  const deaf = () => ({ listen: async (_: string, __: unknown, onListen: () => void) => onListen(), end: async () => undefined })
  const notices = createCommitListener({
    ...{ sql: far.sql, log: createLog('silent'), startMs: 50, onCommit: () => undefined, onGap: () => undefined },
    openSingle: deaf as unknown as typeof far.openSingle,
  })
  await expect(notices.open()).rejects.toThrow('DATABASE_LISTEN_URL')
  await notices.close()
})
