import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { account } from '#tests/support/actors/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listMails } from '#tests/support/state/mails.ts'

const SECRET = 'a secret of the mail server'
const app = await startTestApp({ env: { MAIL_EVENTS_SECRET: SECRET } })
const { db } = app.database

const seconds = () => Math.floor(Date.now() / 1000)
const sign = (body: string, at = seconds(), secret = SECRET) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

async function post(body: string, signature = sign(body), url = app.url) {
  const headers = { 'content-type': 'application/json', 'latchkey-signature': signature }
  const reply = await fetch(`${url}/api/mail/events`, { method: 'POST', body, headers })
  return { status: reply.status, body: (await reply.json()) as { received?: number; applied?: number; code?: string } }
}

/** A sent mail to an account with a verified address. */
async function sentMail() {
  const { user } = await account(app, { emailVerifiedAt: new Date() })
  const id = newId<string>('mail')
  const row = { id, template: 'sale', recipient: user.email, subject: 'News', text: 'News', sentAt: new Date() }
  await db.insert(mailOutbox).values(row)
  return { id, user, messageId: `<${id}@latchkey.example>`, recipient: user.email }
}
type Sent = Awaited<ReturnType<typeof sentMail>>
const event = ({ messageId, recipient }: Sent, about: object = {}) => ({
  ...{ kind: 'bounce', messageId, recipient, status: '5.1.1', reason: 'Unknown' },
  ...about,
})
const bodyOf = (...events: object[]) => JSON.stringify({ events })
const stopOf = async ({ user }: Sent) => (await findUser(db, { id: user.id }))?.mailStop
const failureOf = async ({ id }: Sent) => (await listMails(db, { id }))[0]?.failure

test('signed events are applied once, however often they are sent', async () => {
  const [bounced, reported] = [await sentMail(), await sentMail()]
  const body = bodyOf(event(bounced), event(reported, { kind: 'complaint', status: undefined }))
  expect(await post(body)).toEqual({ status: 200, body: { received: 2, applied: 2 } })
  expect(await post(body)).toEqual({ status: 200, body: { received: 2, applied: 0 } })
  expect([await stopOf(bounced), await stopOf(reported)]).toEqual(['hard-bounce', 'complaint'])
})

test.each([
  ['a full mailbox', { status: '5.2.2' }, 'bounced'],
  ['a policy', { status: '5.7.1' }, 'bounced'],
  ['no status', { status: undefined }, 'bounced'],
  ['a delay', { kind: 'delayed', status: '4.4.1' }, null],
])('%s suppresses nothing', async (_, about, failure) => {
  const mail = await sentMail()
  expect((await post(bodyOf(event(mail, about)))).status).toBe(200)
  expect([await stopOf(mail), await failureOf(mail)]).toEqual([null, failure])
})

test('characters that the database refuses are no failure', async () => {
  const mail = await sentMail()
  const body = bodyOf(event(mail, { messageId: '<\u0000@latchkey.example>' }), event(mail, { reason: 'No\u0000such user' }))
  expect(await post(body)).toEqual({ status: 200, body: { received: 2, applied: 1 } })
})

test('without a valid signature nothing is applied', async () => {
  const mail = await sentMail()
  const body = bodyOf(event(mail))
  const wrong = ['', 't=1,v1=00', sign(body, seconds(), 'another secret'), sign(`${body} `), sign(body, seconds() - 400)]
  for (const signature of wrong) {
    expect(await post(body, signature)).toMatchObject({ status: 400, body: { code: 'mail.bad-signature' } })
  }
  expect(await stopOf(mail)).toBeNull()
})

test.each([
  ['no JSON', 'events'],
  ['another shape', JSON.stringify({ events: [{ kind: 'opened' }] })],
  ['too many events', bodyOf(...Array.from({ length: 201 }, () => ({ kind: 'delayed', messageId: '<a@b>', recipient: 'a@b' })))],
])('a body with %s is refused', async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test('a body that is too large is refused', async () => {
  expect((await post(bodyOf({ reason: 'a'.repeat(70_000) }))).status).toBe(413)
})

test('without a secret there is no such address', async () => {
  const other = await startTestApp()
  const body = bodyOf()
  expect(await post(body, sign(body, seconds(), ''), other.url)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
