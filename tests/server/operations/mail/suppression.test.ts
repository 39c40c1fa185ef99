import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mailOutbox, mailReports, mailSuppressions } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { applyReport, type DeliveryReport } from '#server/email/delivery-report.ts'
import { queueMail } from '#server/email/outbox.ts'
import { pruneSuppressions, suppress } from '#server/email/suppressions.ts'
import type { AccountDoc, User } from '#shared/accounts/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { held } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { codeIn, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'
import { listMailReports, listMails, listSuppressions } from '#tests/support/state/mails.ts'
import { storedText } from '#tests/support/state/rows.ts'

/** The reply to each recipient, by the local part before the first dot. */
const REPLIES: Record<string, string> = {
  gone: '5.1.1 No such user',
  disabled: '5.2.1 Mailbox disabled',
  'null-mx': '5.1.10 Recipient address has null MX',
  policy: '5.7.1 Message refused by policy',
  full: '5.2.2 Mailbox full',
  bare: 'No such user here',
}
const smtp = await startSmtp({
  onRcptTo: ({ address }, _session, done) => {
    const reply = REPLIES[address.split('.')[0] ?? '']
    done(reply === undefined ? null : Object.assign(new Error(reply), { responseCode: 550 }))
  },
})
const app = await startTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Latchkey <post@latchkey.example>' } })
const { db } = app.database
const keyring = await openKeyring(db)

let letters = 0
const addressOf = (name: string) => {
  letters += 1
  return `${name}.${letters}@example.com`
}
const verified = (about: object = {}) => account(app, { emailVerifiedAt: new Date(), ...about })

async function send(to: string, template = 'receipt', secretUntil?: Date) {
  const message = { subject: 'News', paragraphs: ['Hello,', 'An investor replied.'] }
  return settled(await queueMail(db, { to, template, message, ...(secretUntil && { secretUntil }) }))
}
/** The mail once it was sent or has failed. */
const settled = (id: string) =>
  eventually(async () => {
    const [mail] = await listMails(db, { id })
    if (!mail?.sentAt && !mail?.failedAt) throw new Error(`${id} waits`)
    return mail
  })
const report = (id: string, to: string, kind: DeliveryReport['kind'] = 'hard-bounce') =>
  applyReport({ db, keyring }, { messageId: `<${id}@latchkey.example>`, recipients: [to], kind, reason: '550 5.1.1 Unknown' })
const userOf = async (client: Client) => (await client.get<User>('/api/auth/user')).body
const stopOf = async (client: Client) => (await userOf(client)).mailStop?.kind
const mailTo = (address: string, subject: RegExp) =>
  eventually(() => {
    const mail = smtp.received.findLast((one) => one.recipients.includes(address) && subject.test(one.subject ?? ''))
    if (!mail) throw new Error(`Nothing about ${subject} to ${address}`)
    return mail
  })

describe('a mail that is rejected at the delivery', () => {
  test.each(['gone', 'disabled', 'null-mx'])('suppresses its address when the reply means the mailbox: %s', async (name) => {
    const to = addressOf(name)
    expect(await send(to)).toMatchObject({ sentAt: null, failure: 'rejected' })
    const second = await send(to)
    expect(second).toMatchObject({ sentAt: null, failure: 'suppressed', attempts: 1 })
  })

  test.each(['policy', 'full', 'bare'])('suppresses nothing when the reply does not mean the mailbox: %s', async (name) => {
    const to = addressOf(name)
    await send(to)
    expect(await send(to)).toMatchObject({ failure: 'rejected' })
  })
})

describe('a suppressed address', () => {
  test('gets security mails, and no other mail', async () => {
    const to = addressOf('ada')
    await db.transaction((tx) => suppress(tx, keyring, { email: to.toUpperCase(), kind: 'complaint' }))
    expect(await send(to, 'password-changed')).toMatchObject({ failure: null, sentAt: expect.any(Date) })
    for (const secretUntil of [undefined, new Date(Date.now() + 60_000)])
      expect(await send(to, 'sale', secretUntil)).toMatchObject({ failure: 'suppressed', sentAt: null })
    expect(await send(addressOf('ada'), 'sale')).toMatchObject({ failure: null, sentAt: expect.any(Date) })
  })

  test('is not stored in a readable form', async () => {
    const to = addressOf('ada')
    await report((await send(to)).id, to)
    expect(await listSuppressions(db)).not.toEqual([])
    expect(await storedText(db, mailSuppressions, mailReports)).not.toContain(to.split('@')[0])
  })

  test('is shown to its account on every device', async () => {
    const ada = await verified()
    const { id } = await send(ada.user.email)
    expect(await report(id, ada.user.email.toUpperCase())).toBe('applied')
    expect(await userOf(ada)).toMatchObject({ mailStop: { kind: 'hard-bounce', since: expect.any(String) } })
    const [doc] = (await held(ada)).account as unknown as AccountDoc[]
    expect(doc?.user?.mailStop?.kind).toBe('hard-bounce')
    expect(await stopOf(await verified())).toBeUndefined()
  })

  test('is confirmed again by a link', async () => {
    const ada = await verified()
    const { email } = ada.user
    expect((await ada.post('/api/auth/send-verification')).status).toBe(409)
    await report((await send(email)).id, email)
    expect((await ada.post('/api/auth/send-verification')).status).toBe(200)
    const { body } = await ada.post<{ user: User }>('/api/auth/verify-email', { token: tokenIn(await mailTo(email, /confirm/i)) })
    expect([body.user.mailStop, await stopOf(ada)]).toEqual([undefined, undefined])
    expect(await send(email)).toMatchObject({ failure: null })
  })

  test('is confirmed again by a code', async () => {
    const ada = await verified()
    const { email } = ada.user
    await report((await send(email)).id, email)
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(email, /code/i))
    expect((await ada.post('/api/auth/step-up', { code })).status).toBe(200)
    expect(await stopOf(ada)).toBeUndefined()
  })

  test('no longer concerns an account that has changed to another one', async () => {
    const ada = await verified()
    await report((await send(ada.user.email)).id, ada.user.email)
    const email = addressOf('ada-new')
    await ada.post('/api/auth/profile', { email }, { method: 'PUT' })
    await ada.post('/api/auth/verify-email', { token: tokenIn(await mailTo(email, /confirm/i)) })
    expect(await userOf(ada)).toMatchObject({ email, emailVerified: true })
    expect(await stopOf(ada)).toBeUndefined()
  })

  test('after a complaint gets mails again by the own switch alone', async () => {
    const ada = await verified()
    const { email } = ada.user
    expect(await report((await send(email)).id, email, 'complaint')).toBe('applied')
    await ada.post('/api/auth/code')
    await ada.post('/api/auth/step-up', { code: codeIn(await mailTo(email, /code/i)) })
    expect(await stopOf(ada)).toBe('complaint')
    expect((await ada.post<User>('/api/auth/resume-mail')).body.mailStop).toBeUndefined()
    expect(await send(email)).toMatchObject({ failure: null })
  })

  test.each(['hard-bounce', 'manual'] as const)('after a suppression of kind %s is not released by that switch', async (kind) => {
    const ada = await verified()
    await db.transaction((tx) => suppress(tx, keyring, { email: ada.user.email, kind }))
    expect((await ada.post('/api/auth/resume-mail')).status).toBe(200)
    expect(await stopOf(ada)).toBe(kind)
  })

  test('does not become a bounce, which a link lifts, when a mail comes back after a complaint', async () => {
    const ada = await verified()
    const [one, two] = [await send(ada.user.email), await send(ada.user.email)]
    await report(one.id, ada.user.email, 'complaint')
    await report(two.id, ada.user.email)
    expect(await stopOf(ada)).toBe('complaint')
  })

  test('is shown to a new account only where mails come back: a complaint is known to the mailbox alone', async () => {
    const [bounced, reported] = [addressOf('ada'), addressOf('ada')]
    await db.transaction((tx) => suppress(tx, keyring, { email: bounced, kind: 'hard-bounce' }))
    await db.transaction((tx) => suppress(tx, keyring, { email: reported, kind: 'complaint' }))
    expect(await stopOf(await app.member({ email: bounced }))).toBe('hard-bounce')
    const ada = await app.member({ email: reported })
    expect(await stopOf(ada)).toBeUndefined()
    await ada.post('/api/auth/verify-email', { token: tokenIn(await mailTo(reported, /confirm/i)) })
    expect(await stopOf(ada)).toBe('complaint')
    const stranger = await app.member()
    expect(await stranger.post('/api/auth/resume-mail')).toMatchObject({ status: 409, body: { code: 'accounts.verify-first' } })
  })

  test('is exported, and deleted with the account; a complaint stays', async () => {
    const ada = await verified()
    const { email } = ada.user
    const one = await send(email)
    await report(one.id, email)
    type Exported = { mailSuppressions: object[]; mailReports: object[] }
    const { body } = await ada.get<Exported>('/api/auth/export')
    expect(body.mailSuppressions).toMatchObject([{ kind: 'hard-bounce', mailId: one.id }])
    expect(body.mailReports).toMatchObject([{ kind: 'hard-bounce', mailId: one.id }])
    expect((await (await verified()).get<Exported>('/api/auth/export')).body).toMatchObject({
      mailReports: [],
      mailSuppressions: [],
    })
    const count = async () => [(await listSuppressions(db)).length, (await listMailReports(db)).length] as const
    const [suppressions, reports] = await count()
    expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    expect(await count()).toEqual([suppressions - 1, reports - 1])

    const grace = await verified()
    await report((await send(grace.user.email)).id, grace.user.email, 'complaint')
    const before = await count()
    await grace.send('/api/auth/delete-account', { method: 'DELETE' })
    expect(await count()).toEqual([before[0], before[1] - 1])
  })
})

describe('a report', () => {
  test('counts once, also after the address was confirmed again', async () => {
    const ada = await verified()
    const { id } = await send(ada.user.email)
    expect([await report(id, ada.user.email), await report(id, ada.user.email)]).toEqual(['applied', 'duplicate'])
    await db.update(mailSuppressions).set({ liftedAt: sql`now()` }).where(eq(mailSuppressions.mailId, id))
    expect(await report(id, ada.user.email)).toBe('duplicate')
    expect(await send(ada.user.email)).toMatchObject({ failure: null })
  })

  test('about a mail from before the confirmation has no effect, and one about a later mail has', async () => {
    const to = addressOf('ada')
    const [first, second] = [await send(to), await send(to)]
    await report(first.id, to)
    await db.update(mailSuppressions).set({ liftedAt: sql`now()` }).where(eq(mailSuppressions.mailId, first.id))
    expect(await report(second.id, to)).toBe('applied')
    const third = await send(to)
    expect(third).toMatchObject({ failure: null })
    await report(third.id, to)
    expect(await send(to)).toMatchObject({ failure: 'suppressed' })
  })

  test('cannot suppress an address to which the mail was not sent', async () => {
    const [mine, theirs] = [addressOf('eve'), addressOf('ada')]
    const { id } = await send(mine)
    expect(await report(id, theirs)).toBe('unknown')
    expect(await report('mail_invented', theirs)).toBe('unknown')
    expect(await send(theirs)).toMatchObject({ failure: null })
  })

  test('about a mail that is older than 30 days, or was never sent, counts for nothing', async () => {
    const to = addressOf('ada')
    const { id } = await send(to)
    await db.update(mailOutbox).set({ sentAt: sql`now() - interval '31 days'` }).where(eq(mailOutbox.id, id))
    expect(await report(id, to)).toBe('unknown')
    const rejected = await send(addressOf('policy'))
    expect(await report(rejected.id, rejected.recipient)).toBe('unknown')
  })

  test('marks the mail as failed, with what the server said', async () => {
    const to = addressOf('ada')
    const { id } = await send(to)
    await report(id, to)
    expect(await settled(id)).toMatchObject({ failure: 'bounced', failedAt: expect.any(Date), lastError: '550 5.1.1 Unknown' })
  })

  test('of a passing reason suppresses at the fifth mail within 14 days', async () => {
    const to = addressOf('ada')
    const mails: { id: string }[] = []
    for (const _ of Array(6)) mails.push(await send(to))
    const results = async (from: number, until: number) => {
      for (const { id } of mails.slice(from, until)) await report(id, to, 'soft-bounce')
      return (await send(to)).failure
    }
    expect(await results(0, 4)).toBeNull()
    await db
      .update(mailReports)
      .set({ createdAt: sql`now() - interval '15 days'` })
      .where(eq(mailReports.mailId, mails[0]?.id ?? ''))
    expect(await results(4, 5)).toBeNull()
    expect(await results(5, 6)).toBe('suppressed')
  })

  test('is forgotten after a month, and so is a suppression that was lifted; another one stays', async () => {
    const [old, active] = [addressOf('ada'), addressOf('ada')]
    const [one, two] = [await send(old), await send(active)]
    await report(one.id, old)
    await report(two.id, active)
    const long = sql`now() - interval '32 days'`
    await db.update(mailSuppressions).set({ liftedAt: long }).where(eq(mailSuppressions.mailId, one.id))
    await db.update(mailReports).set({ createdAt: long }).where(eq(mailReports.mailId, one.id))
    await pruneSuppressions(db)
    const of = (rows: { mailId: string | null }[]) =>
      rows.flatMap(({ mailId }) => (mailId === one.id || mailId === two.id ? [mailId] : []))
    expect([of(await listMailReports(db)), of(await listSuppressions(db))]).toEqual([[two.id], [two.id]])
  })
})
