import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import { pruneGuests } from '#server/features/accounts/guests.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, save } from '#tests/support/private-lane.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const app = await startTestApp()
const { db } = app.world

const push = async (client: Client, mutations: object[] = []) =>
  (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.principalId
const isKnown = async (id: string | undefined) => (await db.$count(principals, eq(principals.id, id as never))) > 0
const pruneAfter = (days: number) => pruneGuests({ db, now: () => new Date(Date.now() + days * DAY_MS) })

test('a guest that never came back and owns nothing is forgotten after a month, and no sooner', async () => {
  const id = await push(app.visitor())
  await pruneAfter(29)
  expect(await isKnown(id)).toBe(true)
  await pruneAfter(31)
  expect(await isKnown(id)).toBe(false)
})

test('a guest that came back is kept as long as its cookie lives', async () => {
  const guest = app.visitor()
  const id = await push(guest)
  await push(guest)
  await pruneAfter(399)
  expect(await isKnown(id)).toBe(true)
  await pruneAfter(401)
  expect(await isKnown(id)).toBe(false)
})

test('whoever owns anything is kept, and so is an account', async () => {
  const id = await push(app.visitor(), [save('recKept')])
  const ada = await app.member()
  await pruneAfter(800)
  expect([await isKnown(id), await isKnown(ada.user.principalId)]).toEqual([true, true])
})

test('strangers who become guests are counted by address before a row is written', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const count = () => strict.world.db.$count(principals)
  const claim = (at: number) => strict.visitor().post('/api/projects/prj_none/report', { reason: 'spam', text: `${at}` })
  const statuses: number[] = []
  for (let at = 0; at < 14; at += 1) statuses.push((await claim(at)).status)
  expect(await count()).toBe(10)
  expect(statuses.slice(10)).toEqual([429, 429, 429, 429])
})
