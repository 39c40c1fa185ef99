import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { MailedReply } from '#shared/replies/contract.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  intentOf,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { dispute } from '#tests/support/histories/provider.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { codeIn, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database

type Given = { requestId: string; choice: string; text?: string }
async function reply(client: Client, args: Given, id = newMutationId()) {
  const mutation = { id, name: 'request.reply', args, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

/** An investor whose contact a founder has unlocked. */
async function sold() {
  const investor = await startInvestor(app, { price: cents(5000), partnerName: 'Ines Moreau' })
  const founder = await app.member({ firstName: 'Noa', lastName: 'Berg' })
  const payment = await buy(app, founder, investor.listing)
  const [request] = (await held(investor)).requestsReceived ?? []
  return { investor, founder, payment, requestId: request?.id ?? '' }
}

const replyOf = async (founder: Client, vcId: VcId) =>
  (await held(founder)).requests?.find(({ id }) => id === `unlock:${vcId}`)?.reply

/** The secrets of the links in the mail about a sale. */
async function linksTo(recipient: string) {
  const mail = await mailTo(app, recipient, /unlocked your contact/)
  return [...(mail.text?.matchAll(/\/reply#([\w-]+)\.([\w-]+)/g) ?? [])].map(([, token = '', choice = '']) => ({ token, choice }))
}

test('an unlock that was paid without a request is a request of the investor’s activity', async () => {
  const { investor } = await sold()
  expect((await held(investor)).requestsReceived).toMatchObject([{ founderName: 'Noa Berg', status: 'paid', reply: null }])
})

test('a reply reaches the founder on the device and by mail, with its line', async () => {
  const { investor, founder, requestId } = await sold()
  expect(await replyOf(founder, investor.listing)).toBeNull()
  const pokes: string[] = []
  const listening = await app.database.sql.listen('latchkey_sync', (payload) => void pokes.push(payload))
  expect(await reply(investor, { requestId, choice: 'yes', text: '  Send me the deck.  ' })).toMatchObject({ status: 'applied' })

  await expect.poll(() => pokes).toContain(`me:${founder.user.principalId}`)
  await listening.unlisten()
  expect(await replyOf(founder, investor.listing)).toMatchObject({ choice: 'yes', text: 'Send me the deck.' })
  expect((await held(investor)).requestsReceived).toMatchObject([{ reply: { choice: 'yes', text: 'Send me the deck.' } }])
  const [mail] = await listMails(db, { template: 'reply', recipient: founder.user.email })
  expect(mail?.subject).toBe('Ines Moreau replied: Let’s talk')
  expect(mail?.text).toContain('Send me the deck.')
  expect(mail?.text).toContain(`/contacts/${investor.listing}`)
})

test('a reply is given once: repeating it changes nothing, and another one is refused', async () => {
  const { investor, founder, requestId } = await sold()
  const id = newMutationId()
  await reply(investor, { requestId, choice: 'not-now' }, id)
  const given = await replyOf(founder, investor.listing)
  expect(await reply(investor, { requestId, choice: 'not-now' }, id)).toMatchObject({ status: 'duplicate' })
  expect(await reply(investor, { requestId, choice: 'not-now' })).toMatchObject({ status: 'applied' })
  expect(await reply(investor, { requestId, choice: 'yes' })).toMatchObject({ status: 'refused', code: 'replies.given' })
  expect(await replyOf(founder, investor.listing)).toEqual(given)
  expect(await mailKindsTo(db, founder.user.email)).toEqual(expect.arrayContaining(['reply']))
  expect((await mailKindsTo(db, founder.user.email)).filter((kind) => kind === 'reply')).toHaveLength(1)
})

test('only the investor replies, and only to a request that was sent', async () => {
  const { investor, founder, requestId } = await sold()
  const other = await startInvestor(app)
  for (const client of [founder, other]) {
    expect(await reply(client, { requestId, choice: 'yes' })).toMatchObject({ status: 'refused', code: 'not-found' })
  }
  const looker = await app.member()
  const { body } = await looker.post<{ id: string }>('/api/vc-request', { vcId: investor.listing, vcType: 'platform' })
  await startPayment(looker, investor.listing)
  expect(await reply(investor, { requestId: body.id, choice: 'yes' })).toMatchObject({ status: 'refused', code: 'not-found' })
})

test('a request whose payment was returned takes no reply', async () => {
  const { investor, payment, requestId } = await sold()
  await atProvider(app, 'refunds', { payment_intent: payment })
  await expect.poll(async () => (await held(investor)).requestsReceived?.[0]?.status).toBe('refunded')
  expect(await reply(investor, { requestId, choice: 'yes' })).toMatchObject({ status: 'refused', code: 'replies.closed' })
})

test('a request for an introduction takes a reply', async () => {
  const investor = await startInvestor(app, { partnerName: 'Ines Moreau' })
  const founder = await app.member()
  const { body } = await founder.post<{ id: string }>('/api/vc-request', {
    ...{ vcId: investor.listing, vcType: 'platform', requestType: 'intro' },
  })
  expect(await reply(investor, { requestId: body.id, choice: 'no-fit', text: 'We only do seed.' })).toMatchObject({
    status: 'applied',
  })
  const entry = (await held(founder)).requests?.find(({ requestType }) => requestType === 'intro')
  expect(entry?.reply).toMatchObject({ choice: 'no-fit', text: 'We only do seed.' })
})

test('opening the card form after the purchase does not hide the reply', async () => {
  const { investor, founder, requestId } = await sold()
  await reply(investor, { requestId, choice: 'yes' })
  // A request of an earlier day: one of the same day is the same row anyway.
  await app.database.sql`update vc_requests set day = '2026-01-05', created_at = '2026-01-05' where id = ${requestId}`
  const { body } = await founder.post<{ id: string }>('/api/vc-request', { vcId: investor.listing, vcType: 'platform' })
  expect(body.id).toBe(requestId)
  expect(await replyOf(founder, investor.listing)).toMatchObject({ choice: 'yes' })
})

test('the mail about a sale has a link per choice; reading one sends nothing, and it replies once without a session', async () => {
  const { investor, founder } = await sold()
  const links = await linksTo(investor.user.email)
  expect(links.map(({ choice }) => choice)).toEqual(['yes', 'not-now', 'no-fit'])
  const { token = '' } = links[0] ?? {}
  const visitor = app.visitor()

  const look = () => visitor.post<MailedReply>('/api/replies/look', { token })
  expect((await look()).body).toEqual({
    ...{ requestId: expect.any(String), founderName: 'Noa Berg', projectName: 'Stealth Startup', reply: null },
  })
  expect(await replyOf(founder, investor.listing)).toBeNull()

  const give = (choice: string) => visitor.post('/api/replies/give', { token, choice, text: 'Friday?' })
  expect((await give('yes')).body).toMatchObject({ choice: 'yes', text: 'Friday?' })
  expect(await replyOf(founder, investor.listing)).toMatchObject({ choice: 'yes', text: 'Friday?' })
  expect(await give('no-fit')).toMatchObject({ status: 409, body: { code: 'replies.given' } })
  expect((await look()).body.reply).toMatchObject({ choice: 'yes' })
})

test('a mailed link ends after 30 days, and with the listing’s account', async () => {
  const [late, left] = [await sold(), await sold()]
  const [[old], [other]] = [await linksTo(late.investor.user.email), await linksTo(left.investor.user.email)]
  await app.database.sql`update reply_links set expires_at = now() where user_id = ${late.investor.user.id}`
  await app.database.sql`update vcs set user_id = null where id = ${left.investor.listing}`
  for (const link of [old, other, { token: 'x'.repeat(43) }]) {
    const [look, give] = [
      await app.visitor().post('/api/replies/look', { token: link?.token }),
      await app.visitor().post('/api/replies/give', { token: link?.token, choice: 'yes' }),
    ]
    expect(look).toMatchObject({ status: 409, body: { code: 'links.invalid' } })
    expect(give.body).toMatchObject({ code: link === other ? 'not-found' : 'links.invalid' })
  }
})

test('a guest who signs in keeps the reply to the purchase', async () => {
  const investor = await startInvestor(app, { price: cents(5000) })
  const guest = app.visitor()
  await buy(app, guest, investor.listing)
  const [request] = (await held(investor)).requestsReceived ?? []
  await reply(investor, { requestId: request?.id ?? '', choice: 'yes' })
  const password = 'a-fine-password'
  const account = { email: 'guest-with-reply@example.com', firstName: 'Noa', lastName: 'Berg', userType: 'founder' }
  expect((await guest.post('/api/auth/register', { ...account, password, confirmPassword: password })).status).toBe(200)
  expect(await replyOf(guest, investor.listing)).toMatchObject({ choice: 'yes' })
})

test('a purchase that is transferred by its receipt brings its request and reply, and no other request', async () => {
  const investor = await startInvestor(app, { price: cents(5000) })
  const other = await startInvestor(app)
  const guest = app.visitor()
  const email = 'buyer-with-reply@example.com'
  const { clientSecret } = (await startPayment(guest, investor.listing, { email })).body
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmUnlock(guest, clientSecret, investor.listing)).status).toBe(200)
  await guest.post('/api/vc-request', { vcId: other.listing, vcType: 'platform', requestType: 'intro' })
  const [before] = await linksTo(investor.user.email)

  const laptop = app.visitor()
  await laptop.post('/api/claims', { email })
  const code = codeIn(await mailTo(app, email, /restore purchases/i))
  expect((await laptop.post('/api/claims/confirm', { code })).body).toMatchObject({ claimed: 1 })
  const kept = async (client: Client) => (await held(client)).requests?.map(({ id }) => id) ?? []
  expect(await kept(laptop)).toEqual([`unlock:${investor.listing}`])
  expect(await kept(guest)).toEqual([`intro:${other.listing}`])
  expect((await app.visitor().post('/api/replies/give', { token: before?.token, choice: 'yes' })).status).toBe(200)
  expect(await replyOf(laptop, investor.listing)).toMatchObject({ choice: 'yes' })
})

test.each([
  ['refunded', (piId: string) => atProvider(app, 'refunds', { payment_intent: piId })],
  ['disputed', (piId: string) => dispute({ database: app.database, url: app.url, now: new Date() }, piId)],
])('a claim of a %s purchase takes no request and reply from a buyer who has bought the contact again', async (status, end) => {
  const investor = await startInvestor(app, { price: cents(5000) })
  const guest = app.visitor()
  const buyFor = async (email: string) => {
    const { clientSecret } = (await startPayment(guest, investor.listing, { email })).body
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmUnlock(guest, clientSecret, investor.listing)).status).toBe(200)
    return intentOf(clientSecret)
  }
  const mistyped = `${status}@example.com`
  const piId = await buyFor(mistyped)
  await end(piId)
  await until(async () => {
    await runJob(app, 'payments.list-events')
    return (await orderOfIntent(db, piId)).status === status
  })
  await buyFor('own@example.com')
  const [request] = (await held(investor)).requestsReceived ?? []
  await reply(investor, { requestId: request?.id ?? '', choice: 'yes', text: 'Only for the buyer' })

  const claimant = app.visitor()
  await claimant.post('/api/claims', { email: mistyped })
  const code = codeIn(await mailTo(app, mistyped, /restore purchases/i))
  expect((await claimant.post('/api/claims/confirm', { code })).body).toMatchObject({ claimed: 1 })
  expect(JSON.stringify(await held(claimant))).not.toContain('Only for the buyer')
  expect(await replyOf(guest, investor.listing)).toMatchObject({ choice: 'yes' })
})

test('an investor exports the replies, and with the account their texts are erased', async () => {
  const { investor, founder, requestId } = await sold()
  await reply(investor, { requestId, choice: 'yes', text: 'Only between us' })
  const exported = await investor.get('/api/auth/export')
  expect(JSON.stringify(exported.body)).toContain('Only between us')
  expect((await investor.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)
  expect(JSON.stringify(await held(founder))).not.toContain('Only between us')
})

test('a founder whose address is not proved is not mailed about an introduction', async () => {
  const investor = await startInvestor(app)
  const [known, proved] = [await app.member(), await app.member()]
  await app.database.sql`update users set email_verified_at = now() where id = ${proved.user.id}`
  for (const founder of [known, proved]) {
    const { body } = await founder.post<{ id: string }>('/api/vc-request', {
      ...{ vcId: investor.listing, vcType: 'platform', requestType: 'intro' },
    })
    expect(await reply(investor, { requestId: body.id, choice: 'yes' })).toMatchObject({ status: 'applied' })
  }
  expect(await mailKindsTo(db, known.user.email)).not.toContain('reply')
  expect(await mailKindsTo(db, proved.user.email)).toContain('reply')
})
