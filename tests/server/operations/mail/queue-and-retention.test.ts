import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import { createMailer } from '#server/email/mailer.ts'
import { queueMail } from '#server/email/outbox.ts'
import { pruneMail } from '#server/email/queries.ts'
import { retryDelaySeconds, sendMail } from '#server/email/send-mail.ts'
import type { OrderId } from '#shared/ids.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { letter, MAIL_FROM, now, setUp, unsubscribing } from './setup.ts'

const { db, log, queue, sendBy, find } = await setUp()

describe('in a backlog', () => {
  const wait = (to: string, more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
    queueMail(db, { to, template: 'test', message: letter, ...more })
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
  const left = (await listMails(db)).map(({ recipient }) => recipient)
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
    await sendMail({ ...unsubscribing, db, log, mailer: createMailer({ MAIL_FROM, DATA_DIR: folder }), now })
    expect(readdirSync(`${folder}/mail`)).toEqual([`${id}.eml`])
    expect(statSync(`${folder}/mail/${id}.eml`).mode & 0o777).toBe(0o600)
    const mail = await PostalMime.parse(readFileSync(`${folder}/mail/${id}.eml`, 'utf8'))
    expect(mail).toMatchObject({ subject: 'Your key', to: [{ address: 'zoe@example.com' }] })
    expect(mail.text).toContain('#secret')
  })

  test('a mail stays pending if the folder cannot be written', async () => {
    const id = await queue()
    await sendMail({ ...unsubscribing, db, log, mailer: createMailer({ MAIL_FROM, DATA_DIR: '/dev/null' }), now })
    expect(await find(id)).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 })
  })
})
