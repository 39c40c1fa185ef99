import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { eq, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { createMailer, type Mailer } from '#server/email/mailer.ts'
import { queueMail } from '#server/email/outbox.ts'
import { pruneMail } from '#server/email/queries.ts'
import { retryDelaySeconds, sendMail } from '#server/email/send-mail.ts'
import { createLog } from '#server/log.ts'
import type { OrderId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'

const database = await testDatabase()
const { db } = database
const log = createLog('silent')
const MAIL_FROM = 'Latchkey <post@latchkey.example>'
const now = () => new Date()

beforeEach(() => db.delete(mailOutbox))

const letter = {
  subject: 'Your key',
  paragraphs: ['Dear Zoë,', { label: 'Open', url: 'http://127.0.0.1:3000/verify-email#secret' }],
}
const queue = (to = 'zoe@example.com', secretUntil?: Date) =>
  queueMail(db, { to, template: 'test', letter, ...(secretUntil && { secretUntil }) })

async function sendBy(url: string, on: Database = db) {
  const mailer = createMailer({ SMTP_URL: url, MAIL_FROM, DATA_DIR: '/nowhere' })
  await sendMail({ db: on, log, mailer, now }).finally(() => mailer.close())
}
const find = async (id: string) => (await db.select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0]
const waitIsOver = () => db.update(mailOutbox).set({ sendAt: sql`now()` })

describe('through a mail server', () => {
  test('a message arrives complete, as text and HTML, with a stable message id', async () => {
    const smtp = await startSmtp()
    const id = await queue()
    await sendBy(smtp.url)
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toMatchObject({
      recipients: ['zoe@example.com'],
      from: { name: 'Latchkey', address: 'post@latchkey.example' },
      subject: 'Your key',
      messageId: `<${id}@latchkey.example>`,
    })
    for (const form of [smtp.received[0]?.text, smtp.received[0]?.html]) {
      expect(form).toContain('Zoë')
      expect(form).toContain('http://127.0.0.1:3000/verify-email#secret')
    }
    expect(await find(id)).toMatchObject({ lastError: null, failedAt: null, sentAt: expect.any(Date) })
  })

  test.each([421, 450])('a recipient that the server defers with %i delays no other mail', async (responseCode) => {
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        address.endsWith('@slow.example') ? done(Object.assign(new Error('Try again later.'), { responseCode })) : done(),
    })
    for (let at = 0; at < 5; at += 1) await queueMail(db, { to: `a${at}@slow.example`, template: 'test', letter, isUrgent: true })
    await queue('buyer@example.com')
    await sendBy(smtp.url)
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['buyer@example.com']])
  })

  test('the log names server, code and reply of a mail that was rejected, and no address', async () => {
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`5.1.1 <${address}>: user unknown`), { responseCode: 550 })),
    })
    const id = await queue('gone@example.com')
    const lines: string[] = []
    const mailer = createMailer({ SMTP_URL: smtp.url, MAIL_FROM, DATA_DIR: '/nowhere' })
    const capturing = createLog('warn', { write: (line) => void lines.push(line) })
    await sendMail({ db, log: capturing, mailer, now }).finally(() => mailer.close())
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { mail: id, host: '127.0.0.1', code: 'EENVELOPE 550', reason: expect.stringMatching(/5\.1\.1 \[address\]: user unknown/) },
    ])
    expect(lines.join()).not.toContain('gone@example.com')
  })

  test('a recipient whose check exceeds the server timeout delays no other mail', async () => {
    const sent: string[] = []
    const mailer: Mailer = {
      send: async ({ recipient }) => {
        // The error of nodemailer when the reply to RCPT TO does not come.
        if (recipient.endsWith('@silent.example'))
          throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' })
        sent.push(recipient)
      },
      host: 'slow.example',
      isReachable: async () => true,
      close: () => undefined,
    }
    await queueMail(db, { to: 'a@silent.example', template: 'test', letter, isUrgent: true })
    await queue('buyer@example.com')
    expect(await sendMail({ db, log, mailer, now })).toBe('done')
    expect(sent).toEqual(['buyer@example.com'])
  })

  test('a mail that failed before is sent after those that did not', async () => {
    const smtp = await startSmtp()
    const failed = await queue('failed@example.com')
    await db.update(mailOutbox).set({ attempts: 1, isUrgent: true }).where(eq(mailOutbox.id, failed))
    await queue('first@example.com')
    await sendBy(smtp.url)
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['first@example.com'], ['failed@example.com']])
  })

  test('mails that another feature wrote to the outbox are sent too, without HTML', async () => {
    const smtp = await startSmtp()
    await db.insert(mailOutbox).values({
      id: 'mail_receipt',
      template: 'receipt',
      recipient: 'buyer@example.com',
      subject: 'Your receipt',
      text: 'Amount: $5.00',
    })
    await sendBy(smtp.url)
    expect(smtp.received[0]).toMatchObject({ recipients: ['buyer@example.com'], subject: 'Your receipt' })
    expect(smtp.received[0]?.text).toContain('Amount: $5.00')
  })

  test('two nodes never send one twice', async () => {
    const smtp = await startSmtp()
    const people = Array.from({ length: 60 }, (_, n) => `person-${n}@example.com`)
    for (const person of people) await queue(person)
    const otherNode = database.connectAgain()
    await Promise.all([sendBy(smtp.url), sendBy(smtp.url, otherNode.db), sendBy(smtp.url, otherNode.db)])
    expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort())
  })

  test('a mail whose node died is sent once its lease has expired, and not before', async () => {
    const smtp = await startSmtp()
    const id = await queue()
    await db.update(mailOutbox).set({ lockedUntil: sql`now() + interval '1 minute'` })
    await sendBy(smtp.url)
    expect(smtp.received).toHaveLength(0)
    await db.update(mailOutbox).set({ lockedUntil: sql`now() - interval '1 second'` })
    await sendBy(smtp.url)
    expect(smtp.received).toHaveLength(1)
    expect((await find(id))?.sentAt).not.toBeNull()
  })

  const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

  test('a mail to a recipient who does not exist is abandoned, with the reason, and the next one is sent', async () => {
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone@') ? smtpError(550, 'No such user here') : null),
    })
    const gone = await queue('gone@example.com')
    await queue('here@example.com')
    await sendBy(smtp.url)
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['here@example.com']])
    expect(await find(gone)).toMatchObject({
      sentAt: null,
      failedAt: expect.any(Date),
      lastError: expect.stringContaining('No such user'),
    })
    await waitIsOver()
    await sendBy(smtp.url)
    expect((await find(gone))?.attempts).toBe(1)
  })

  test('a greylisted mail is retried later', async () => {
    let tries = 0
    const smtp = await startSmtp({
      onRcptTo: (_address, _session, done) => {
        tries += 1
        done(tries === 1 ? smtpError(451, 'Greylisted, come back later') : null)
      },
    })
    const id = await queue()
    await sendBy(smtp.url)
    const waiting = await find(id)
    expect(waiting).toMatchObject({ sentAt: null, failedAt: null, attempts: 1, lastError: expect.stringContaining('Greylisted') })
    expect((waiting?.sendAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000)
    await sendBy(smtp.url)
    expect(tries).toBe(1)
    await waitIsOver()
    await sendBy(smtp.url)
    expect(smtp.received).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof startSmtp>[0]]>([
    ['before it greets', { onConnect: (_session, done) => done(smtpError(421, 'Too busy')) }],
    ['in the middle of the message', { hangsUp: true }],
  ])('a connection that drops %s loses no mail', async (_, options) => {
    const broken = await startSmtp(options)
    const id = await queue()
    await sendBy(broken.url)
    expect(await find(id)).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 })
    const whole = await startSmtp()
    await waitIsOver()
    await sendBy(whole.url)
    expect(whole.received).toHaveLength(1)
  })

  test('a refused SMTP password does not mark the mail as failed', async () => {
    const smtp = await startSmtp({ password: 'wrong' })
    const id = await queue()
    await sendBy(smtp.url)
    expect(await find(id)).toMatchObject({
      sentAt: null,
      failedAt: null,
      attempts: 1,
      lastError: expect.stringMatching(/535|credentials/i),
    })
  })

  test('an unreachable server is tried once, and not once for every mail', async () => {
    const smtp = await startSmtp()
    await smtp.stop()
    const ids = [await queue(), await queue(), await queue()]
    await sendBy(smtp.url)
    const rows = await Promise.all(ids.map(find))
    expect(rows.map((row) => [row?.attempts, row?.sentAt, row?.failedAt])).toEqual([
      [1, null, null],
      [0, null, null],
      [0, null, null],
    ])
  })

  test('no content of a row adds a recipient or a header', async () => {
    const smtp = await startSmtp()
    await db.insert(mailOutbox).values({
      id: 'mail_evil',
      template: 'test',
      recipient: 'one@example.com, two@example.com',
      subject: 'Hello\r\nBcc: three@example.com',
      text: 'body',
    })
    await sendBy(smtp.url)
    for (const { recipients, bcc } of smtp.received) {
      expect(recipients).not.toContain('two@example.com')
      expect(recipients).not.toContain('three@example.com')
      expect(bcc ?? []).toEqual([])
    }
  })
})

describe('in a backlog', () => {
  const wait = (to: string, more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
    queueMail(db, { to, template: 'test', letter, ...more })
  async function order() {
    const smtp = await startSmtp()
    await sendBy(smtp.url)
    return smtp.received.flatMap(({ recipients }) => recipients)
  }

  test('many mails of one sender wait for one another, and not the mail of another sender', async () => {
    for (const at of [1, 2, 3, 4]) await wait(`stranger-${at}@example.com`, { sender: 'usr_eve' })
    await wait('ada@example.com')
    expect(await order()).toEqual([1, 0, 2, 3, 4].map((at) => (at === 0 ? 'ada@example.com' : `stranger-${at}@example.com`)))
  })

  test('so do many mails to one recipient, if no sender is known', async () => {
    for (const _ of [1, 2, 3]) await wait('Flooded@example.com')
    await wait('ada@example.com')
    expect(await order()).toEqual(['Flooded@example.com', 'ada@example.com', 'Flooded@example.com', 'Flooded@example.com'])
  })

  test('codes and reset links are sent before all others', async () => {
    for (const at of [1, 2]) await wait(`first-${at}@example.com`)
    await wait('ada@example.com', { isUrgent: true, secretUntil: new Date(Date.now() + 60_000) })
    expect((await order())[0]).toBe('ada@example.com')
  })

  test('a sender starts at turn 0 again once its mails are sent, and is forgotten', async () => {
    const [, second] = [
      await wait('one@example.com', { sender: 'usr_eve' }),
      await wait('two@example.com', { sender: 'usr_eve' }),
    ]
    expect(await find(second)).toMatchObject({ sender: 'usr_eve', turn: 1 })
    await order()
    expect(await find(second)).toMatchObject({ sender: null })
    expect(await find(await wait('three@example.com', { sender: 'usr_eve' }))).toMatchObject({ turn: 0 })
  })
})

describe('a one-time secret', () => {
  test('is deleted once it was sent', async () => {
    const smtp = await startSmtp()
    const id = await queue('zoe@example.com', new Date(Date.now() + 60_000))
    await sendBy(smtp.url)
    expect(smtp.received[0]?.text).toContain('#secret')
    expect(await find(id)).toMatchObject({ text: '', html: null })
  })

  test('is not sent once it has expired', async () => {
    const smtp = await startSmtp()
    const id = await queue('zoe@example.com', new Date(Date.now() - 1000))
    await sendBy(smtp.url)
    expect(smtp.received).toHaveLength(0)
    expect(await find(id)).toMatchObject({ text: '', failedAt: expect.any(Date) })
  })
})

test('a copy is deleted 30 days after the mail was sent or abandoned; the copy for a purchase stays with the order', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const sent = { sent: daysAgo(31), lately: daysAgo(29), bought: daysAgo(31) }
  for (const [to, sentAt] of Object.entries(sent)) {
    const orderId = to === 'bought' ? ('ord_1' as OrderId) : null
    await db
      .update(mailOutbox)
      .set({ sentAt, orderId })
      .where(eq(mailOutbox.id, await queue(to)))
  }
  await db
    .update(mailOutbox)
    .set({ failedAt: daysAgo(31) })
    .where(eq(mailOutbox.id, await queue('refused')))
  await queue('waiting')
  await pruneMail(db)
  const left = (await db.select().from(mailOutbox)).map(({ recipient }) => recipient)
  expect(left.sort()).toEqual(['bought', 'lately', 'waiting'])
})

test('retry delays grow to an hour', () => {
  expect([1, 2, 3, 8, 80].map(retryDelaySeconds)).toEqual([30, 60, 120, 3600, 3600])
})

describe('without a mail server', () => {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-mail-`)
  afterAll(() => rmSync(folder, { recursive: true }))

  test('each message becomes one file, named by its id, readable by its owner only', async () => {
    const id = await queue()
    await sendMail({ db, log, mailer: createMailer({ MAIL_FROM, DATA_DIR: folder }), now })
    expect(readdirSync(`${folder}/mail`)).toEqual([`${id}.eml`])
    expect(statSync(`${folder}/mail/${id}.eml`).mode & 0o777).toBe(0o600)
    const mail = await PostalMime.parse(readFileSync(`${folder}/mail/${id}.eml`, 'utf8'))
    expect(mail).toMatchObject({ subject: 'Your key', to: [{ address: 'zoe@example.com' }] })
    expect(mail.text).toContain('#secret')
  })

  test('a mail stays pending if the folder cannot be written', async () => {
    const id = await queue()
    await sendMail({ db, log, mailer: createMailer({ MAIL_FROM, DATA_DIR: '/dev/null' }), now })
    expect(await find(id)).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 })
  })
})
