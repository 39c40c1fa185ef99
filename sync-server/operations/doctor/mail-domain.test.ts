import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicKeyOf } from '#server/email/dkim.ts'
import { checkMailDomain } from './mail-domain.ts'

const keyOf = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
const privateKey = keyOf()
const env = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Latchkey <post@mail.zqx.example>',
  DKIM_DOMAIN: 'zqx.example',
  DKIM_SELECTOR: 'one',
  DKIM_PRIVATE_KEY: privateKey,
  DKIM_PRIVATE_KEY_FILE: undefined,
}
const SPF = 'v=spf1 include:_spf.zqx.example -all'
const GOOD = {
  'mail.zqx.example': ['site-verification=1', SPF],
  'one._domainkey.zqx.example': [`v=DKIM1; k=rsa; p=${publicKeyOf({ privateKey })}`],
  '_dmarc.zqx.example': ['v=DMARC1; p=quarantine'],
}
type Records = Record<string, string[]>
const check = (records: Records, about: object = {}) => checkMailDomain({ ...env, ...about }, async (name) => records[name] ?? [])

test('a domain with SPF, the key, and DMARC of its parent is fine', async () => {
  expect((await check(GOOD)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
})

test.each<[string, Records, 'problem' | 'warning', string]>([
  ['no SPF record', { 'mail.zqx.example': [] }, 'warning', 'no SPF'],
  ['two SPF records', { 'mail.zqx.example': [SPF, SPF] }, 'problem', 'several SPF'],
  ['an SPF record that allows every sender', { 'mail.zqx.example': ['v=spf1 +all'] }, 'problem', 'every machine'],
  ['no key', { 'one._domainkey.zqx.example': [] }, 'problem', 'no TXT record of DKIM_SELECTOR'],
  ['a revoked key', { 'one._domainkey.zqx.example': ['v=DKIM1; p='] }, 'problem', 'another key'],
  ['another key', { 'one._domainkey.zqx.example': [`p=${publicKeyOf({ privateKey: keyOf() })}`] }, 'problem', 'another key'],
  ['no DMARC record', { '_dmarc.zqx.example': [] }, 'warning', 'no DMARC'],
  ['two DMARC records', { '_dmarc.zqx.example': ['v=DMARC1; p=none', 'v=DMARC1'] }, 'problem', 'several DMARC'],
])('a domain with %s is reported, and not named', async (_, records, status, text) => {
  const found = await check({ ...GOOD, ...records })
  expect(found.filter((one) => one.status !== 'ok')).toMatchObject([{ status, text: expect.stringContaining(text) }])
  expect(JSON.stringify(found)).not.toContain('zqx')
})

test('a signature of another domain is a problem: DMARC ignores it', async () => {
  const records = { ...GOOD, 'one._domainkey.other.example': GOOD['one._domainkey.zqx.example'] }
  const found = await check(records, { DKIM_DOMAIN: 'other.example' })
  expect(found.filter(({ status }) => status !== 'ok')).toMatchObject([
    { status: 'problem', text: expect.stringContaining('DMARC') },
  ])
})

test('without a key the mail server has to sign, and without a mail server nothing is asked', async () => {
  const unset = { DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined, DKIM_PRIVATE_KEY: undefined }
  expect((await check(GOOD, unset)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  expect(await checkMailDomain({ ...env, SMTP_URL: undefined }, () => Promise.reject(new Error('asked')))).toEqual([])
})
