import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { deleteIdleGuests, touchGuest } from '#server/features/accounts/queries.ts'
import { pruneGuests } from '#server/features/accounts/service.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, save } from '#tests/support/private-lane.ts'
import { listPrincipals } from '#tests/support/state/accounts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const app = await startTestApp()
const { db } = app.world

const push = async (client: Client, mutations: object[] = []) =>
  (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.principalId
const isKnown = async (id: string | undefined) => (await listPrincipals(db, { id: id ?? '' })).length > 0
const pruneAfter = (days: number) => pruneGuests({ db, now: () => new Date(Date.now() + days * DAY_MS) })

test('a guest that never returned and owns nothing is deleted after a month, and no sooner', async () => {
  const id = await push(app.visitor())
  await pruneAfter(29)
  expect(await isKnown(id)).toBe(true)
  await pruneAfter(31)
  expect(await isKnown(id)).toBe(false)
})

test('a guest that returned is kept as long as its cookie is valid', async () => {
  const guest = app.visitor()
  const id = await push(guest)
  await push(guest)
  await pruneAfter(399)
  expect(await isKnown(id)).toBe(true)
  await pruneAfter(401)
  expect(await isKnown(id)).toBe(false)
})

test('a guest that returned counts as such also on a node whose clock is behind', async () => {
  const id = (await push(app.visitor())) as PrincipalId
  await touchGuest(db, id, new Date(Date.now() - 60_000))
  await pruneAfter(399)
  expect(await isKnown(id)).toBe(true)
})

/** The cookies that the server sets in its answer to a handshake. */
async function cookiesOfLive({ cookies }: Client): Promise<string[]> {
  const { hostname, port, origin } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const handshake = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': btoa('x'.repeat(16)),
  }
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = Object.entries({ host: `${hostname}:${port}`, origin, cookie, ...handshake }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`GET /api/sync/live HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  let reply = ''
  for await (const chunk of socket) {
    reply += chunk
    if (reply.includes('\r\n\r\n')) break
  }
  expect(reply).toMatch(/^HTTP\/1.1 101/)
  return reply.split('\r\n').flatMap((line) => /^set-cookie: (.*)$/i.exec(line)?.[1] ?? [])
}

const cookiesOfCall = async (guest: Client) => (await guest.post('/api/sync/me', { have: {} })).headers.getSetCookie()

test.each([
  ['a call', cookiesOfCall],
  ['a live connection', cookiesOfLive],
])('the cookie of a guest who returns after a day by %s is set again', async (_, come) => {
  const guest = app.visitor()
  const id = await push(guest)
  await push(guest)
  expect(await come(guest)).toEqual([])
  const longAgo = new Date(Date.now() - DAY_MS - 1000)
  await db
    .update(principals)
    .set({ seenAt: longAgo })
    .where(eq(principals.id, id as never))
  const token = guest.cookies.get('__Host-anon')
  expect(await come(guest)).toMatchObject([expect.stringMatching(new RegExp(`^__Host-anon=${token};.*Max-Age=34560000`, 'i'))])
  expect(await come(guest)).toEqual([])
})

test('a guest that owns anything is kept, and so is an account', async () => {
  const id = await push(app.visitor(), [save('recKept')])
  const ada = await app.member()
  await pruneAfter(800)
  expect([await isKnown(id), await isKnown(ada.user.principalId)]).toEqual([true, true])
})

test('new guests are counted by address before a row is written', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const count = async () => (await listPrincipals(strict.world.db)).length
  const claim = (at: number) => strict.visitor().post('/api/projects/prj_none/report', { reason: 'spam', text: `${at}` })
  const statuses: number[] = []
  for (let at = 0; at < 14; at += 1) statuses.push((await claim(at)).status)
  expect(await count()).toBe(10)
  expect(statuses.slice(10)).toEqual([429, 429, 429, 429])
})

test('more idle guests than one statement deletes are deleted by one run', async () => {
  const idle = Array.from({ length: 5 }, () => ({ id: newId<PrincipalId>('pri'), kind: 'guest' as const }))
  await db.insert(principals).values(idle)
  const soon = new Date(Date.now() + DAY_MS)
  await deleteIdleGuests(db, { madeBefore: soon, seenBefore: soon }, 2)
  expect(await Promise.all(idle.map(({ id }) => isKnown(id)))).toEqual(Array(5).fill(false))
})
