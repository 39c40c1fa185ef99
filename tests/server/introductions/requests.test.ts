import { beforeEach, expect, test } from 'vitest'
import { vcRequests } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listIntroRequests } from '#tests/support/state/contacts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let now = new Date('2026-10-01T12:00:00.000Z')
const app = await startTestApp({ world: { now: () => now } })
const { db } = app.world

beforeEach(async () => {
  now = new Date('2026-10-01T12:00:00.000Z')
  await db.delete(vcRequests)
})

async function ask(client: Client, vcId: VcId, message = '') {
  const mutation = { id: newMutationId(), name: 'intro.request', args: { vcId, message }, madeAt: now.toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

const queue = async () => (await listIntroRequests(db)).map(({ message, day }) => `${day} ${message ?? ''}`.trim()).sort()
const history = async (client: Client) =>
  (await client.post<PrivateDelta | undefined>('/api/sync/me', { have: {} })).body?.put.requests ?? []

test('repeated requests of one principal for an investor are one request for the team, with the latest text', async () => {
  const id = await listInvestor(db, { isVerified: false })
  const member = await app.member()
  await ask(member, id, 'We build rails.')
  now = new Date(now.getTime() + 3 * DAY_MS)
  await ask(member, id)
  expect(await queue()).toEqual(['2026-10-01 We build rails.'])
  await ask(member, id, 'And we have revenue now.')
  expect(await queue()).toEqual(['2026-10-01 And we have revenue now.'])

  // A request of another principal is separate.
  await ask(await app.member(), id)
  expect(await queue()).toHaveLength(2)
})

test('a new text reopens an answered request, the same text does not', async () => {
  const id = await listInvestor(db, { isVerified: false })
  const member = await app.member()
  await ask(member, id, 'We build rails.')
  await db.update(vcRequests).set({ answer: 'declined', answerNote: 'Too early.' })
  const standing = async () => (await listIntroRequests(db)).map(({ answer, answerNote }) => [answer, answerNote])
  await ask(member, id, 'We build rails.')
  expect(await standing()).toEqual([['declined', 'Too early.']])
  await ask(member, id, 'And we have revenue now.')
  expect(await standing()).toEqual([['new', null]])
})

test('a month later it is a new request', async () => {
  const id = await listInvestor(db, { isVerified: false })
  const member = await app.member()
  await ask(member, id, 'First.')
  now = new Date(now.getTime() + 31 * DAY_MS)
  await ask(member, id, 'Second.')
  expect(await queue()).toEqual(['2026-10-01 First.', '2026-11-01 Second.'])
})

test('the requester sees it in the private lane, one line for each investor, and no other principal does', async () => {
  const listed = await listInvestor(db, { isVerified: false, name: 'Grace Unverified' })
  const guest = app.visitor()
  await ask(guest, listed, 'Hello.')
  await guest.post('/api/vc-request', { vcId: listed, requestType: 'intro' })
  expect(await history(guest)).toEqual([
    expect.objectContaining({
      id: `intro:${listed}`,
      vcId: listed,
      vcName: 'Grace Unverified',
      requestType: 'intro',
      message: 'Hello.',
      answer: 'new',
      answerNote: null,
      createdAt: now.toISOString(),
    }),
  ])
  expect(await history(await app.member())).toEqual([])
})

test('an introduction to the own profile, or to an unknown investor, is refused', async () => {
  const member = await app.member({ userType: 'vc' })
  const own = await approveInvestor(db, { userId: member.user.id })
  expect(await ask(member, own)).toMatchObject({ status: 'refused', code: 'unlocks.own-profile' })
  expect(await ask(member, 'recNobody' as VcId)).toMatchObject({ status: 'refused', code: 'not-found' })
  expect(await queue()).toEqual([])
})
