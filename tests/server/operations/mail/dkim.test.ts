import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { createMailer } from '#server/email/mailer.ts'
import type { QueuedMail } from '#server/email/queries.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'
import { MAIL_FROM } from './setup.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const folder = mkdtempSync(`${tmpdir()}/latchkey-dkim-`)
afterAll(() => rmSync(folder, { recursive: true }))
const DKIM = { DKIM_DOMAIN: 'latchkey.example', DKIM_SELECTOR: 'one' }

const unfold = (field: string) => field.replace(/\r\n(?=[ \t])/g, '')
/** RFC 6376, section 3.4.2. */
const relaxedField = (field: string) => {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(unfold(field)) ?? []
  return `${name.trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`
}
/** RFC 6376, section 3.4.4. */
const relaxedBody = (body: string) => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  return `${lines.join('\r\n').replace(/(\r\n)*$/, '')}\r\n`
}

/** Verifies the one signature of a message. @returns the fields that it covers */
function verify(raw: string): string[] {
  const at = raw.indexOf('\r\n\r\n')
  const fields = raw.slice(0, at).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const tags = Object.fromEntries(
    unfold(signature.slice(signature.indexOf(':') + 1))
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  )
  expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', c: 'relaxed/relaxed', d: 'latchkey.example', s: 'one' })
  expect(
    createHash('sha256')
      .update(relaxedBody(raw.slice(at + 4)), 'utf8')
      .digest('base64'),
  ).toBe(tags.bh)
  const names: string[] = tags.h?.toLowerCase().split(':') ?? []
  const signed = names.map((name) => {
    const field = fields.findLast((one) => one.slice(0, one.indexOf(':')).toLowerCase() === name)
    return field === undefined ? '' : `${relaxedField(field)}\r\n`
  })
  const own = relaxedField(signature.replace(/(;\s*b=)[^;]*$/, '$1'))
  const isValid = createVerify('RSA-SHA256')
    .update(`${signed.join('')}${own}`, 'utf8')
    .verify(publicKey, tags.b ?? '', 'base64')
  expect(isValid).toBe(true)
  return names
}

const mail = {
  id: 'mail_1',
  recipient: 'zoe@example.com',
  subject: 'Zoë’s news',
  text: 'Dear Zoë,  \n\nnews.\n\n\n',
  html: '<p>Dear Zoë</p>',
  calendar: null,
  createdAt: new Date(),
  unsubscribeUrl: `https://latchkey.example/api/notices/unsubscribe?token=${'a'.repeat(200)}`,
} as unknown as QueuedMail

async function sendWith(env: object) {
  const smtp = await startSmtp()
  const mailer = createMailer({ SMTP_URL: smtp.url, MAIL_FROM, DATA_DIR: '/nowhere', ...env })
  await mailer.send(mail).finally(() => mailer.close())
  return smtp.received[0]?.raw ?? ''
}

test('a mail is signed, with its address to unsubscribe', async () => {
  const names = verify(await sendWith({ ...DKIM, DKIM_PRIVATE_KEY: privateKey }))
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(names).toContain(name)
})

test('the key may be one line, or a file', async () => {
  verify(await sendWith({ ...DKIM, DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') }))
  const file = `${folder}/key.pem`
  writeFileSync(file, privateKey)
  verify(await sendWith({ ...DKIM, DKIM_PRIVATE_KEY_FILE: file }))
})

test('without a key a mail has no signature, and with a broken file no mailer starts', async () => {
  expect(await sendWith({})).not.toMatch(/dkim-signature/i)
  const file = `${folder}/broken.pem`
  writeFileSync(file, 'no key')
  expect(() => createMailer({ MAIL_FROM, DATA_DIR: '/nowhere', ...DKIM, DKIM_PRIVATE_KEY_FILE: file })).toThrow(/RSA private key/)
})
