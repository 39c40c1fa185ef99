import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailOutbox, users } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import { type Mail, SEND_MAIL } from '#server/email/outbox.ts'
import { remindOfCalls } from '#server/features/bookings/calls/reminders.ts'
import type { BookingId, UserId } from '#shared/ids.ts'
import { NoticeSwitch } from '#shared/notices/preferences.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, bookCall, callsAt, enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { newMutationId } from '#tests/support/private-lane.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'
import { kindsOf, push, results } from './setup.ts'

const app = await startTestApp()
const { db } = app.database

const prefer = (client: Client, which: string, isOn: boolean) => push(client, 'notice.prefer', { which, isOn })
const offOf = async (client: Client) => (await held(client)).account?.[0]?.user?.noticesOff
const verified = () => account(app, { emailVerifiedAt: new Date() })
const verify = (id: UserId) => db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))

async function aSeller() {
  const investor = await anInvestor(app)
  await verify(investor.user.id)
  return investor
}
type Seller = Awaited<ReturnType<typeof aSeller>>

/** The founder unlocks the contact, and the investor replies. */
async function sellAndReply(investor: Seller, founder: Client) {
  await buy(app, founder, investor.listing)
  const [request] = (await held(investor)).requestsReceived ?? []
  expect(await push(investor, 'request.reply', { requestId: request?.id, choice: 'yes', text: 'Friday?' })).toBe('applied')
}

test('mails of a group that is off are not sent and those of the others are; on again, they are sent', async () => {
  const [investor, founder] = [await aSeller(), await verified()]
  expect(await prefer(founder, 'replies:mail', false)).toBe('applied')
  await sellAndReply(investor, founder)
  expect(await mailKindsTo(db, investor.user.email)).toContain('sale')
  expect(await mailKindsTo(db, founder.user.email)).toContain('receipt')
  expect(await mailKindsTo(db, founder.user.email)).not.toContain('reply')
  // The news is in the app.
  expect(await kindsOf(founder)).toEqual(['reply'])

  await prefer(investor, 'sales:mail', false)
  await prefer(founder, 'replies:mail', true)
  const other = await aSeller()
  await prefer(other, 'sales:mail', false)
  await sellAndReply(other, founder)
  expect(await mailKindsTo(db, other.user.email)).not.toContain('sale')
  expect(await kindsOf(other)).toEqual(['sale'])
  expect(await mailKindsTo(db, founder.user.email)).toContain('reply')
})

const aMail = (to: string, message: Mail['message']): Mail => ({ to, template: 'sale', message })

test('a banned account gets no optional mail: none is written, and one that waits is not sent', async () => {
  const banned = await aSeller()
  const [optional, base] = [{ group: 'sales', of: banned.user.principalId } as const, app.url]
  const message = { subject: 'Sold', paragraphs: ['A founder unlocked your contact.'] }
  const write = (email: string) => db.transaction((tx) => queueOptionalMail(tx, { ...optional, base }, aMail(email, message)))
  const waiting = await db.transaction((tx) =>
    queueOptionalMail(
      tx,
      { ...optional, base },
      { ...aMail(banned.user.email, message), held: { id: newId('mail'), seconds: 600 } },
    ),
  )
  await db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.user.id))
  // Neither to its own mailbox, nor about its own news to another one.
  expect([await write(banned.user.email), await write('receipts@example.com')]).toEqual([undefined, undefined])
  await db
    .update(mailOutbox)
    .set({ sendAt: new Date(0) })
    .where(eq(mailOutbox.id, waiting ?? ''))
  await runJob(app, SEND_MAIL)
  await until(
    () => mailKindsTo(db, banned.user.email),
    (kinds) => !kinds.includes('sale'),
  )
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, banned.user.id))
  expect(await write(banned.user.email)).toBeUndefined()
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('a reminder that is off is not mailed, and the mail with the contact of a call is', async () => {
  const [investor, founder] = [await aSeller(), await verified()]
  await prefer(founder, 'reminders:mail', false)
  // Far ahead, so that the node’s own jobs have nothing to do.
  const start = new Date(Date.now() + 30 * DAY)
  const soon = new Date(start.getTime() - 15 * MINUTE)
  const remind = remindOfCalls(callsAt(app, soon))
  await enterCall(app, founder, investor.listing, start)
  await remind()
  expect(await mailKindsTo(db, investor.user.email)).toEqual(['call-soon'])
  expect(await mailKindsTo(db, founder.user.email)).toEqual([])

  // A handover within the last day sends no mail of its own: the reminder has the contact.
  const handedOver = { contactGivenAt: new Date(start.getTime() - DAY) }
  await enterCall(app, founder, (await aSeller()).listing, new Date(start.getTime() - MINUTE), handedOver)
  await remind()
  const [mail, ...more] = await listMails(db, { recipient: founder.user.email, template: 'call-soon' })
  expect([mail?.text.includes('/settings'), more]).toEqual([false, []])
})

test('a reminder that hands the contact over is mailed although reminders are off', async () => {
  const [investor, founder] = [await aSeller(), await verified()]
  await prefer(founder, 'reminders:mail', false)
  const start = new Date(Date.now() + 40 * DAY)
  const due = { contactGivenAt: null, freeUntil: new Date(start.getTime() - DAY), reminder24At: new Date() }
  await bookCall(app, founder, investor.listing, start, due)
  // A payment that is still being settled holds its order, and the handover waits for the next run.
  const isDue = ({ doneAt, runAt }: Awaited<ReturnType<typeof listJobs>>[number]) => doneAt === null && runAt <= new Date()
  await until(async () => (await listJobs(db)).filter(isDue).length === 0)
  await remindOfCalls(callsAt(app, new Date(start.getTime() - 15 * MINUTE)))()
  expect(await mailKindsTo(db, founder.user.email)).toContain('call-soon')
})

test('with all switches off, receipts, sign-in links, warnings, money and changes of calls are still mailed', async () => {
  const founder = await app.member()
  await verify(founder.user.id)
  for (const which of NoticeSwitch.options) expect(await prefer(founder, which, false)).toBe('applied')
  const investor = await aSeller()
  await buy(app, founder, investor.listing)
  const [order] = await listOrders(db, { principalId: founder.user.principalId })
  await ask(founder, order?.id ?? '')
  await app.visitor().post('/api/auth/forgot-password', { email: founder.user.email })
  await app.visitor().post('/api/auth/login', { email: founder.user.email, password: founder.password })
  const id = await enterCall(app, founder, investor.listing, new Date(Date.now() + 5 * DAY))
  expect((await founder.post(`/api/bookings/${id}/cancel`, {})).status).toBe(200)
  const sent = await mailKindsTo(db, founder.user.email)
  const needed = ['receipt', 'refund-requested', 'reset-password', 'new-sign-in', 'call-cancelled']
  expect(sent).toEqual(expect.arrayContaining(needed))
})

test.each(['money:mail', 'calls:mail', 'team:mail', 'receipts:mail', 'all:push', ''])(
  'a switch that does not exist is refused: %j',
  async (which) => {
    const ada = await verified()
    expect(await results(ada, 'notice.prefer', { which, isOn: false })).toMatchObject([{ status: 'refused', code: 'invalid' }])
    expect(await offOf(ada)).toEqual([])
  },
)

test('an unverified address decides nothing about the mails to it', async () => {
  const [investor, stranger] = [await aSeller(), await account(app)]
  await prefer(stranger, 'replies:mail', false)
  await sellAndReply(investor, stranger)
  const [mail] = await listMails(db, { recipient: stranger.user.email, template: 'reply' })
  expect(mail?.text).not.toContain('/settings')
})

test('an account that starts over with its mailbox has nothing switched off by the stranger who registered it', async () => {
  const stranger = await app.member()
  await prefer(stranger, 'replies:mail', false)
  await app.visitor().post('/api/auth/forgot-password', { email: stranger.user.email })
  const mail = await mailTo(app, stranger.user.email, /reset your password/i)
  const token = /#(\S+)/.exec(mail.text ?? '')?.[1]
  await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
  expect(await findUser(db, { id: stranger.user.id })).toMatchObject({ noticesOff: [], emailVerifiedAt: expect.any(Date) })
})

test('a switch that is turned off between the event and the sending counts', async () => {
  const [investor, founder] = [await aSeller(), await verified()]
  // The mail server is away while the reply is given.
  await app.database.sql`create function delay_mail() returns trigger language plpgsql as
    $$ begin new.send_at = now() + interval '1 hour'; return new; end $$`
  await app.database.sql`create trigger delay_mail before insert on mail_outbox for each row
    when (new.template = 'reply') execute function delay_mail()`
  await sellAndReply(investor, founder)
  const replies = () => listMails(db, { recipient: founder.user.email, template: 'reply' })
  expect(await replies()).toMatchObject([{ sentAt: null, noticeGroup: 'replies' }])
  await prefer(founder, 'replies:mail', false)
  await app.database.sql`drop function delay_mail cascade`
  await db.update(mailOutbox).set({ sendAt: new Date() }).where(eq(mailOutbox.template, 'reply'))
  await runJob(app, SEND_MAIL)
  await expect.poll(replies).toEqual([])
})

test('replies to a purchase whose receipt has another address are switched off by its account', async () => {
  const founder = await verified()
  for (const [isOn, kinds] of [
    [false, ['receipt']],
    [true, ['receipt', 'reply']],
  ] as const) {
    await prefer(founder, 'replies:mail', isOn)
    const [investor, email] = [await aSeller(), `office-${isOn}@example.com`]
    const { body } = await startPayment(founder, investor.listing, { email })
    await pay(founder, body.clientSecret, investor)
    expect(await mailKindsTo(db, email)).toEqual(kinds)
  }
})

async function pay(founder: Client, clientSecret: string, investor: Seller) {
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(founder, clientSecret, investor.listing)
  const [request] = (await held(investor)).requestsReceived ?? []
  await push(investor, 'request.reply', { requestId: request?.id, choice: 'yes', text: '' })
}

test('switches that two devices turn without a network both count, in any order, and a repetition changes nothing', async () => {
  const [ada, eve] = [await verified(), await verified()]
  const [first, second] = [newMutationId(), newMutationId()]
  await Promise.all([
    push(ada, 'notice.prefer', { which: 'replies:mail', isOn: false }, first),
    push(ada, 'notice.prefer', { which: 'calls:push', isOn: false }, second),
  ])
  expect(await offOf(ada)).toEqual(['calls:push', 'replies:mail'])
  expect(await prefer(ada, 'calls:push', true)).toBe('applied')
  // The reply to the first push was lost, so it is sent again.
  expect(await push(ada, 'notice.prefer', { which: 'calls:push', isOn: false }, second)).toBe('duplicate')
  expect(await prefer(ada, 'calls:push', true)).toBe('applied')
  expect(await offOf(ada)).toEqual(['replies:mail'])
  expect(await offOf(eve)).toEqual([])
})

test('the other devices of the account are notified of a switch', async () => {
  const ada = await verified()
  const pokes: string[] = []
  const listening = await app.database.sql.listen('latchkey_sync', (payload) => void pokes.push(payload))
  await prefer(ada, 'team:push', false)
  await expect.poll(() => pokes).toContain(`me:${ada.user.principalId}`)
  await listening.unlisten()
})

test('a guest has no switches, and a sign-in leaves those of the account as they are', async () => {
  const [ada, guest] = [await app.member(), app.visitor()]
  await prefer(ada, 'replies:push', false)
  await startPayment(guest, (await aSeller()).listing)
  expect(await results(guest, 'notice.prefer', { which: 'replies:push', isOn: false })).toMatchObject([
    { status: 'refused', code: 'not-found' },
  ])
  expect(await offOf(guest)).toBeUndefined()
  expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
  expect(await offOf(guest)).toEqual(['replies:push'])
})

test('switches are in the export of an account, and are deleted with it', async () => {
  const ada = await app.member()
  await prefer(ada, 'replies:push', false)
  const { body } = await ada.get<{ profile: { noticesOff: string[] } }>('/api/auth/export')
  expect(body.profile.noticesOff).toEqual(['replies:push'])
  expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await findUser(db, { id: ada.user.id })).toBeUndefined()
})

test('a call that is confirmed with a line is news of the replies', async () => {
  const [investor, founder] = [await aSeller(), await verified()]
  const soon = new Date(Date.now() + 5 * DAY)
  const confirm = async (bookingId: BookingId) => push(investor, 'call.reply', { bookingId, text: 'See you' })
  await prefer(founder, 'replies:mail', false)
  expect(await confirm(await enterCall(app, founder, investor.listing, soon))).toBe('applied')
  expect(await mailKindsTo(db, founder.user.email)).not.toContain('call-replied')
  await prefer(founder, 'replies:mail', true)
  expect(await confirm(await enterCall(app, founder, investor.listing, new Date(soon.getTime() + 60 * MINUTE)))).toBe('applied')
  expect(await mailKindsTo(db, founder.user.email)).toContain('call-replied')
})
