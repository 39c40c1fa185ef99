import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings, vcs } from '#drizzle/schema/index.ts'
import type { InvestorStats } from '#shared/directory/contract.ts'
import type { BookingId } from '#shared/ids.ts'
import type { MailedReply } from '#shared/replies/contract.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held } from '#tests/support/actors/listings.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db } = app.database

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const ahead = (ms: number) => new Date(Date.now() + ms)

type Given = { bookingId: string; text?: string }
async function reply(client: Client, args: Given, id = newMutationId(), madeAt = new Date().toISOString()) {
  const mutation = { id, name: 'call.reply', args, madeAt }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

async function aCall(start = ahead(5 * DAY)) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, ...(await bookCall(app, founder, investor.listing, start)) }
}
const replyOf = async (client: Client) => (await held(client)).bookings?.[0]?.reply
const change = (id: BookingId, about: Partial<typeof meetingBookings.$inferInsert>) =>
  db.update(meetingBookings).set(about).where(eq(meetingBookings.id, id))
const mailsTo = (email: string) => listMails(db, { template: 'call-replied', recipient: email })

/** The secret of the link in the mail about a booking. */
async function linkTo({ investor, id }: Awaited<ReturnType<typeof aCall>>) {
  await runJob(app, 'bookings.announce', { bookingId: id })
  const mail = await mailTo(app, investor.user.email, /is booked/)
  return /\/reply#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
}

test('an investor replies to a booked call: the founder has the line on the device, as a notice and by mail', async () => {
  const { investor, founder, id: bookingId } = await aCall()
  expect([await replyOf(founder), await replyOf(investor)]).toEqual([null, null])
  const pokes: string[] = []
  const listening = await app.database.sql.listen('latchkey_sync', (payload) => void pokes.push(payload))
  expect(await reply(investor, { bookingId, text: '  Send me the deck.  ' })).toMatchObject({ status: 'applied' })

  for (const { user } of [investor, founder]) await expect.poll(() => pokes).toContain(`me:${user.principalId}`)
  await listening.unlisten()
  const given = { text: 'Send me the deck.', repliedAt: expect.any(String) }
  expect([await replyOf(founder), await replyOf(investor)]).toEqual([given, given])
  const facts = { bookingId, role: 'founder' }
  expect((await held(founder)).notices).toMatchObject([{ kind: 'call-replied', facts }])
  const [mail] = await mailsTo(founder.user.email)
  expect([mail?.subject, mail?.text]).toEqual([
    'Alan Platform confirmed your call',
    expect.stringContaining('Message: Send me the deck.'),
  ])
})

test('a call is replied to once: the same reply again changes nothing, and another one is refused', async () => {
  const { investor, founder, id: bookingId } = await aCall()
  const id = newMutationId()
  await reply(investor, { bookingId }, id)
  const given = await replyOf(founder)
  expect(given).toMatchObject({ text: '' })
  expect(await reply(investor, { bookingId }, id)).toMatchObject({ status: 'duplicate' })
  expect(await reply(investor, { bookingId })).toMatchObject({ status: 'applied' })
  expect(await reply(investor, { bookingId, text: 'Another' })).toMatchObject({ status: 'refused', code: 'bookings.replied' })
  expect(await replyOf(founder)).toEqual(given)
  expect(await mailsTo(founder.user.email)).toHaveLength(1)
})

test('only the investor of a call replies to it: not its founder, another investor or a visitor', async () => {
  const { investor, founder, id: bookingId } = await aCall()
  for (const client of [founder, await anInvestor(app), app.visitor()]) {
    expect(await reply(client, { bookingId })).toMatchObject({ status: 'refused', code: 'not-found' })
  }
  // A founder who owns the listing since is still the founder of the call.
  await db.update(vcs).set({ userId: founder.user.id }).where(eq(vcs.id, investor.listing))
  expect(await reply(founder, { bookingId })).toMatchObject({ status: 'refused', code: 'not-found' })
  expect(await replyOf(founder)).toBeNull()
})

test.each<[string, Partial<typeof meetingBookings.$inferInsert>, string]>([
  ['was cancelled', { status: 'cancelled' }, 'bookings.ended'],
  ['is in dispute', { status: 'disputed' }, 'bookings.ended'],
  [
    'has begun, also with a reply that was made before',
    { meetingDateTime: ahead(-1), endsAt: ahead(HOUR / 2) },
    'bookings.begun',
  ],
])('a call that %s takes no reply', async (_, about, code) => {
  const { investor, id: bookingId } = await aCall()
  await change(bookingId, about)
  const madeAt = ahead(-DAY).toISOString()
  expect(await reply(investor, { bookingId }, newMutationId(), madeAt)).toMatchObject({ status: 'refused', code })
})

test('a line has at most 500 characters', async () => {
  const { investor, id: bookingId } = await aCall()
  expect(await reply(investor, { bookingId, text: 'x'.repeat(501) })).toMatchObject({ status: 'refused', code: 'invalid' })
})

test('the mail about a booking has a link for its investor, which replies once and without a session', async () => {
  const call = await aCall()
  const token = await linkTo(call)
  const visitor = app.visitor()
  const look = async () => (await visitor.post<MailedReply>('/api/replies/look', { token })).body
  const about = { id: call.id, start: expect.any(String), end: expect.any(String), timeZone: 'America/New_York' }
  expect(await look()).toEqual({ founderName: 'Ada Member', projectName: 'Tidepool', reply: null, call: about })
  expect(await replyOf(call.founder)).toBeNull()

  const give = (choice: string, text = 'See you') => visitor.post('/api/replies/give', { token, choice, text })
  for (const choice of ['not-now', 'no-fit'])
    expect(await give(choice)).toMatchObject({ status: 409, body: { code: 'replies.call' } })
  expect((await give('yes')).body).toMatchObject({ choice: 'yes', text: 'See you' })
  expect(await replyOf(call.founder)).toMatchObject({ text: 'See you' })
  expect(await give('yes', 'Another')).toMatchObject({ status: 409, body: { code: 'bookings.replied' } })
  expect((await look()).reply).toMatchObject({ choice: 'yes', text: 'See you' })
  const founderMail = await mailTo(app, call.founder.user.email, /is booked/)
  expect(founderMail.text).not.toContain('/reply#')
})

test('a mailed link ends when the call begins, and with the account of the listing', async () => {
  const [begun, left] = [await aCall(), await aCall()]
  const [old, other] = [await linkTo(begun), await linkTo(left)]
  await app.database.sql`update reply_links set expires_at = now() where booking_id = ${begun.id}`
  await app.database.sql`update vcs set user_id = null where id = ${left.investor.listing}`
  for (const token of [old, other]) {
    expect((await app.visitor().post('/api/replies/look', { token })).status).toBeGreaterThanOrEqual(404)
    expect((await app.visitor().post('/api/replies/give', { token, choice: 'yes' })).status).toBeGreaterThanOrEqual(404)
  }
  expect([await replyOf(begun.founder), await replyOf(left.founder)]).toEqual([null, null])
})

test('a reply to a call does not count in the share of replies', async () => {
  type Start = { epoch: string; cursor: string }
  const { epoch, cursor } = (await app.visitor().get<Start>('/api/sync/directory/snapshot')).body
  const investor = await anInvestor(app)
  for (const days of [3, 4, 5]) {
    const { id: bookingId } = await bookCall(app, await aFounder(app), investor.listing, ahead(days * DAY))
    expect(await reply(investor, { bookingId })).toMatchObject({ status: 'applied' })
  }
  await runJob(app, 'directory.stats')
  const { put } = (
    await app.visitor().get<{ put: { stats: InvestorStats[] } }>(`/api/sync/directory?epoch=${epoch}&since=${cursor}`)
  ).body
  const own = put.stats.find(({ id }) => id === investor.listing)
  expect([own?.totalRequests, own?.replyRate]).toEqual([3, undefined])
})

test.each([
  ['investor', '?giveUpEarnings=yes'],
  ['founder', ''],
] as const)('both sides export a reply, and it is erased with the account of the %s', async (leaving, query) => {
  const call = await aCall()
  await reply(call.investor, { bookingId: call.id, text: 'Only between us' })
  for (const side of [call.founder, call.investor]) {
    expect(JSON.stringify((await side.get('/api/auth/export')).body)).toContain('Only between us')
  }
  expect((await call[leaving].send(`/api/auth/delete-account${query}`, { method: 'DELETE' })).status).toBe(200)
  const staying = leaving === 'founder' ? call.investor : call.founder
  expect(JSON.stringify(await held(staying))).not.toContain('Only between us')
})
