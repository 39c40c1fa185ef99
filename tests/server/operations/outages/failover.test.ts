import { expect, onTestFinished, test } from 'vitest'
import { readEpoch } from '#server/sync/epoch.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { held } from '#tests/support/actors/listings.ts'
import { confirmedBy, startWriter } from '#tests/support/actors/steady-writer.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { movableCluster } from '#tests/support/database/movable-cluster.ts'
import { countSaved } from '#tests/support/state/mutations.ts'
import { DEADLINE_MS, until } from '#tests/support/until.ts'
import { contentsOf, readDirectory, readPrivate } from '#tests/sync/support/device-contents.ts'
import { TestDevice } from '#tests/sync/support/test-device.ts'

/** A heartbeat, its deadline, and the spread of pokes. */
const POKED_MS = DEADLINE_MS
/** The driver's own pause between two attempts to connect would grow to 20 s. */
const BACK_MS = 15_000

const onCluster = async () => {
  const cluster = await movableCluster()
  const app = await startTestApp({ database: cluster.database, env: { LOG_LEVEL: 'silent' } })
  return { cluster, app, db: cluster.database.db }
}

const READS = [
  '/api/vcs',
  '/api/sync/directory/snapshot',
  '/api/auth/user',
  '/api/founder/project',
  '/sitemap.xml',
  '/api/config',
]

/** An account that repeats calls which read, a pull, and a sign-in, and keeps the statuses of the replies. */
async function startReader(app: TestApp) {
  const member = await app.member()
  const login = { email: member.user.email, password: 'not-the-password' }
  const calls = [
    ...READS.map((path) => [path, () => member.get(path)] as const),
    ['a pull', () => member.post('/api/sync/me', { have: {} })] as const,
    ['a sign-in', () => app.visitor().post('/api/auth/login', login)] as const,
  ]
  const replies: { name: string; status: number; retryAfter: string | null }[] = []
  let rounds = 0
  let isOver = false
  const ask = async ([name, call]: (typeof calls)[number]) => {
    const { status, headers } = await call()
    replies.push({ name, status, retryAfter: headers.get('retry-after') })
  }
  const running = (async () => {
    for (; !isOver; rounds++) await Promise.all(calls.map(ask))
  })()
  // A test that fails ends its servers.
  running.catch(() => undefined)
  onTestFinished(() => {
    isOver = true
  })
  return {
    replies,
    /** Waits until each call was made again as a whole. */
    async goesRound() {
      const before = rounds
      await until(
        async () => rounds - before,
        (more) => more >= 2,
      )
    },
    async end() {
      isOver = true
      await running
    },
  }
}

/** A live connection that stays open, and the lanes that it was poked for. */
async function listen(app: TestApp) {
  const address = `${app.url.replace('http', 'ws')}/api/sync/live`
  // Bun's own constructor accepts headers, which a page could never set and the DOM's types do not know.
  const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers: { origin: app.url } }])
  const received: string[] = []
  let isClosed = false
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(data).scope))
  socket.addEventListener('close', () => {
    isClosed = true
  })
  await new Promise((done) => socket.addEventListener('open', done))
  onTestFinished(() => socket.close())
  return { received, isClosed: () => isClosed }
}

/** A device of an account, which pulls only when its test says so. */
async function aDevice(app: TestApp) {
  const member = await app.member()
  const device = new TestDevice((path, init) => member.send(path, init))
  const tab = await device.openTab()
  onTestFinished(() => tab.kill())
  await tab.client.switchPrincipal(member.user.principalId as PrincipalId)
  await grantContact(app.database.db, member.user.principalId as PrincipalId, 'recNoted' as VcId)
  await tab.settle()
  return {
    tab,
    async write(text: string) {
      await tab.client.enqueue('contact.note', { contactId: 'recNoted' as VcId, text })
      await tab.settle()
    },
    /** What the server gives a device that has nothing. */
    fresh: async () => JSON.parse(JSON.stringify(contentsOf((await held(member)) as Parameters<typeof contentsOf>[0]))),
    listed: async () => Object.keys((await readDirectory(tab.directory)).investors ?? {}).sort(),
  }
}

test('a restart and a crash of the database: requests are refused for that time, each change is stored once, and live connections stay', async () => {
  const { cluster, app, db } = await onCluster()
  const live = await listen(app)
  const writers = Array.from({ length: 4 }, () => startWriter(app.visitor()))
  const readers = await Promise.all([startReader(app), startReader(app)])
  for (const how of ['stop', 'crash'] as const) {
    await Promise.all(writers.map((writer) => writer.confirms(3)))
    await cluster.restart(how, async () => {
      await Promise.all(writers.map(({ lastStatus }) => until(lastStatus, (status) => status === 503)))
      await Promise.all(readers.map((reader) => reader.goesRound()))
    })
    const began = performance.now()
    await Promise.all(writers.map((writer) => writer.confirms(1)))
    expect(performance.now() - began).toBeLessThan(BACK_MS)
    await Promise.all(readers.map((reader) => reader.goesRound()))
  }
  for (const one of [...writers, ...readers]) await one.end()

  const replies = [...writers, ...readers].flatMap((one): { status: number; retryAfter: string | null }[] => one.replies)
  expect(replies.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter))).toEqual([])
  expect(await countSaved(db)).toBe(confirmedBy(writers))

  await expect.poll(() => live.received, { timeout: POKED_MS }).toContain('directory')
  live.received.length = 0
  await addListings(db, listing('recAfterwards', { name: 'Listed afterwards' }))
  await expect.poll(() => live.received, { timeout: POKED_MS }).toContain('directory')
  expect(live.isClosed()).toBe(false)
})

test('a standby takes over: the epoch is another one before its first checkpoint is over, and devices have what it has', async () => {
  const { cluster, app, db } = await onCluster()
  await addListings(db, listing('recNoted', { name: 'Listed before' }))
  const device = await aDevice(app)
  await device.write('Before the copy')
  const standby = await cluster.startStandby('standby')
  const epoch = await readEpoch(cluster.database.sql)
  await cluster.fillPages(1000)
  await device.write('Before the failover')
  await standby.catchUp()
  await standby.disconnect()
  await device.write('Lost in the failover')
  await addListings(db, listing('recLost', { name: 'Lost in the failover' }))
  await device.tab.settle()
  expect(await device.listed()).toEqual(['recLost', 'recNoted'])
  const live = await listen(app)
  await standby.takeOver()

  expect(await standby.hasOldCheckpoint()).toBe(true)
  expect(await readEpoch(standby.sql)).not.toBe(epoch)

  // From now on the device pulls only after a poke.
  await expect.poll(() => live.received, { timeout: POKED_MS }).toContain('me')
  await device.tab.settle()
  expect(await device.listed()).toEqual(['recNoted'])
  expect(await readPrivate(device.tab.db)).toEqual(await device.fresh())
  expect(await device.tab.db.notes.toArray()).toMatchObject([{ text: 'Before the failover' }])
  // The text of a confirmed change that the new primary does not have is still on the device.
  expect((await device.tab.db.sent.toArray()).map(({ args }) => args)).toContainEqual({
    contactId: 'recNoted',
    text: 'Lost in the failover',
  })
  await device.write('After the failover')
  expect((await device.fresh()).notes).toMatchObject({ recNoted: { text: 'After the failover' } })
})

test('a database that hangs: the node reports it within seconds, and continues when the database does', async () => {
  const { cluster, app, db } = await onCluster()
  const writers = Array.from({ length: 4 }, () => startWriter(app.visitor()))
  await Promise.all(writers.map((writer) => writer.confirms(3)))
  await cluster.freeze(async () => {
    const { status, body } = await app.visitor().get('/api/health')
    expect({ status, body }).toMatchObject({ status: 503, body: { database: 'failing' } })
  })
  await Promise.all(writers.map((writer) => writer.confirms(3)))
  for (const writer of writers) await writer.end()
  expect(await countSaved(db)).toBe(confirmedBy(writers))
  expect((await app.visitor().get('/api/health')).status).toBe(200)
})
