import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import { createMailer, type Mailer } from '#server/email/mailer.ts'
import { queueMail } from '#server/email/outbox.ts'
import { sendMail } from '#server/email/send-mail.ts'
import { createLog } from '#server/log.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'
import { letter, MAIL_FROM, now, setUp, unsubscribing } from './setup.ts'

const { database, db, log, queue, sendBy, find } = await setUp()

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
    for (let at = 0; at < 5; at += 1)
      await queueMail(db, { to: `a${at}@slow.example`, template: 'test', message: letter, isUrgent: true })
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
    await sendMail({ ...unsubscribing, db, log: capturing, mailer, now }).finally(() => mailer.close())
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
    await queueMail(db, { to: 'a@silent.example', template: 'test', message: letter, isUrgent: true })
    await queue('buyer@example.com')
    expect(await sendMail({ ...unsubscribing, db, log, mailer, now })).toBe('done')
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
