import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { mailOutbox, mailSuppressions } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { createMailer } from '#server/email/mailer.ts'
import { queueMail } from '#server/email/outbox.ts'
import { sendMail } from '#server/email/send-mail.ts'
import { createLog } from '#server/log.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

export const MAIL_FROM = 'Latchkey <post@latchkey.example>'
export const now = () => new Date()

/** What a mail with a link to unsubscribe needs. */
/** `sign` in the place of a keyed hash. */
export const unsubscribing = {
  keyring: { encrypt: async () => new Uint8Array(), sign: async (purpose: string, text: string) => `${purpose} ${text}` },
  base: () => 'https://latchkey.example',
}

export const letter = {
  subject: 'Your key',
  paragraphs: ['Dear Zoë,', { label: 'Open', url: 'http://127.0.0.1:3000/verify-email#secret' }],
}

/** An empty outbox, and a mailer of it. */
export async function setUp() {
  const database = await testDatabase()
  const { db } = database
  const log = createLog('silent')

  beforeEach(async () => {
    await db.delete(mailOutbox)
    await db.delete(mailSuppressions)
  })
  const queue = (to = 'zoe@example.com', secretUntil?: Date) =>
    queueMail(db, { to, template: 'test', message: letter, ...(secretUntil && { secretUntil }) })

  async function sendBy(url: string, on: Database = db) {
    const mailer = createMailer({ SMTP_URL: url, MAIL_FROM, DATA_DIR: '/nowhere' })
    await sendMail({ ...unsubscribing, db: on, log, mailer, now }).finally(() => mailer.close())
  }
  const find = async (id: string) => (await db.select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0]
  return { database, db, log, queue, sendBy, find }
}
