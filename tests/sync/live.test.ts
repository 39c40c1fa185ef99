import { afterEach, expect, test, vi } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { addListings, listing } from '#tests/support/directory.ts'
import { openTransaction } from '#tests/support/transactions.ts'

const node = await startTestApp()
const other = await node.anotherNode()
const narrow = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.002' } })
const far = node.database.connectAgain()
const sockets: WebSocket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** An open live connection and what it was told. */
async function listen(url: string, client?: Client, origin = url) {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  // Bun's own takes headers, which a page could never set and the DOM's types do not know.
  const address = `${url.replace('http', 'ws')}/api/sync/live`
  const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers: { origin, cookie } }])
  sockets.push(socket)
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(data).scope))
  await new Promise((done, fail) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', () => fail(new Error('The connection was refused.')))
  })
  return { heard, socket }
}

test('a commit anywhere reaches the devices of every node', async () => {
  const [here, there] = [await listen(node.url), await listen(other.url)]
  await addListings(far.db, listing('recPoke'))
  await vi.waitFor(() => expect([here.heard, there.heard]).toEqual([['directory'], ['directory']]))
})

test('nothing is said of a transaction that is open, and nothing of one that is rolled back', async () => {
  const { heard } = await listen(node.url)
  const rolledBack = await openTransaction(far)
  await rolledBack.write((sql) => sql`update directory_investors set name = 'Never'`)
  const open = await openTransaction(far)
  await open.write(
    (sql) =>
      sql`insert into directory_investors select (jsonb_populate_record(d, '{"id": "recOpen"}')).* from directory_investors d limit 1`,
  )
  await rolledBack.end('rollback')
  // Notices arrive in the order of commits: once this one is heard, an earlier one would have been.
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await vi.waitFor(() => expect(heard).toEqual(['directory']))
  await open.end('commit')
  await vi.waitFor(() => expect(heard).toEqual(['directory', 'directory']))
})

test('a statement that changes no row pokes nobody', async () => {
  const { heard } = await listen(node.url)
  await far.sql`update directory_investors set name = name where id = 'recNobody'`
  await far.sql`select pg_notify('latchkey_sync', 'directory')`
  await vi.waitFor(() => expect(heard).toEqual(['directory']))
})

test('what is private is said to its principal alone', async () => {
  const [ada, eve] = [await node.member(), await node.member()]
  const [hers, others, strangers] = [await listen(node.url, ada), await listen(node.url, eve), await listen(node.url)]
  await far.sql`insert into saved_investors (principal_id, vc_id) values (${ada.user.principalId}, 'recPoke')`
  await vi.waitFor(() => expect(hers.heard).toEqual(['me']))
  await addListings(far.db, listing('recPublic'))
  await vi.waitFor(() => expect(strangers.heard).toEqual(['directory']))
  expect(others.heard).toEqual(['directory'])
})

test('two hundred commits are a few pokes, and the last one is never swallowed', async () => {
  const { heard } = await listen(node.url)
  for (let i = 0; i < 200; i++) await far.sql`update directory_investors set name = ${`n${i}`} where id = 'recPoke'`
  const soFar = heard.length
  await far.sql`update directory_investors set name = 'last' where id = 'recPoke'`
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(soFar), { timeout: 10_000 })
  expect(heard.length).toBeLessThan(30)
})

test('another site may not listen', async () => {
  await expect(listen(node.url, undefined, 'https://elsewhere.example')).rejects.toThrow('refused')
  const reply = await node.visitor().get('/api/sync/live')
  expect(reply).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } })
})

test('when listening was cut off, everybody is told to come once it works again', async () => {
  const { heard } = await listen(node.url)
  await far.sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`
  await vi.waitFor(() => expect(heard).toContain('me'), { timeout: 10_000 })
  expect(heard).toContain('directory')
  heard.length = 0
  await far.db.delete(directoryInvestors)
  await vi.waitFor(() => expect(heard).toContain('directory'), { timeout: 10_000 })
})

test('a directory that changes without an end wakes the devices less and less', async () => {
  const { heard } = await listen(narrow.url)
  const { sql } = narrow.database
  for (let at = 0; at < 60; at++) {
    await sql`select pg_notify('latchkey_sync', 'directory')`
    await Bun.sleep(60)
  }
  expect(heard.length).toBeGreaterThan(15)
  expect(heard.length).toBeLessThan(30)
})

test('the live connections that one address holds open are bounded, and one that closes makes room', async () => {
  const four = await Promise.all(Array.from({ length: 4 }, () => listen(narrow.url)))
  await expect(listen(narrow.url)).rejects.toThrow('refused')
  four[0]?.socket.close()
  await vi.waitFor(() => listen(narrow.url))
  await expect(listen(narrow.url)).rejects.toThrow('refused')
})

test('connections of a session that was ended elsewhere have their device ask, and are closed, on every node', async () => {
  const ada = await node.member()
  const phone = node.visitor()
  await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  const [here, there, own] = [await listen(node.url, phone), await listen(other.url, phone), await listen(node.url, ada)]
  const closed = [here, there].map(
    ({ socket, heard }) =>
      new Promise((done) => socket.addEventListener('close', ({ code, reason }) => done({ code, reason, heard: [...heard] }))),
  )
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  const ended = { code: 4001, reason: 'session-ended', heard: ['me'] }
  expect(await Promise.all(closed)).toEqual([ended, ended])
  expect(own.socket.readyState).toBe(WebSocket.OPEN)
})

test.each<[how: string, end: (client: Client) => Promise<unknown>]>([
  ['signed out', (client) => client.post('/api/auth/logout')],
  ['replaced with a changed password', (client) => client.post('/api/reset-password', { newPassword: 'another-fine-password' })],
  ['replaced by a proof', (client) => client.post('/api/auth/step-up', { password: 'a-fine-password' })],
  ['ended with its account', (client) => client.send('/api/auth/delete-account', { method: 'DELETE' })],
])('a connection whose session was %s by its own browser is closed on every node, and hears no more', async (_, end) => {
  const ada = await node.member()
  const live = await Promise.all([listen(node.url, ada), listen(other.url, ada)])
  const closed = live.map(({ socket }) => new Promise((done) => socket.addEventListener('close', ({ code }) => done(code))))
  await end(ada)
  expect(await Promise.all(closed)).toEqual([4002, 4002])
})

test('a connection whose session expired is closed once its row is removed', async () => {
  const ada = await node.member()
  const { socket } = await listen(other.url, ada)
  const closed = new Promise((done) => socket.addEventListener('close', ({ code }) => done(code)))
  await far.sql`update sessions set expire = now() - interval '1 minute' where user_id = ${ada.user.id}`
  await node.app.handlers['accounts.prune']?.({} as never)
  expect(await closed).toBe(4002)
})
