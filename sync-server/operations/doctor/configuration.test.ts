import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { checkConfiguration, readConfiguration } from './configuration.ts'

// cspell:ignore DATABSE
const folder = mkdtempSync(`${tmpdir()}/latchkey-doctor-`)
writeFileSync(`${folder}/index.html`, '')
afterAll(() => rmSync(folder, { recursive: true }))

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
const keys = webPush.generateVAPIDKeys()

test('each fault of the environment is a problem, and no value is repeated', () => {
  const { env, findings } = readConfiguration({ PORT: 'eighty-zqxport', SMTP_URL: 'http://zqxuser:zqxpassword@host' })
  expect(env).toBeUndefined()
  expect(findings.map(({ status, text }) => [status, text.split(':')[0]])).toEqual([
    ['problem', 'PORT'],
    ['problem', 'SMTP_URL'],
    ['problem', 'MAIL_FROM'],
  ])
  expect(JSON.stringify(findings)).not.toMatch(/zqx/)
})

test('a name that is probably misspelt is a warning', () => {
  const { env, findings } = readConfiguration({ DATABSE_URL: 'postgres://host/db' })
  expect(env).toBeDefined()
  expect(findings).toMatchObject([{ status: 'warning', text: expect.stringContaining('DATABASE_URL') }])
})

const check = (source: Record<string, string>, webFolder = folder) => {
  const { env } = readConfiguration(source)
  if (!env) throw new Error('not a configuration')
  return checkConfiguration(env, webFolder)
}

test('a configuration without faults is fine', () => {
  expect(check({})).toMatchObject([{ status: 'ok' }])
})

test.each<[what: string, source: Record<string, string>, web: string, found: object]>([
  [
    'live keys outside production',
    { ...LIVE, ADMIN_EMAILS: 'a@x.example' },
    folder,
    { status: 'warning', text: expect.stringContaining('NODE_ENV') },
  ],
  [
    'a public sandbox',
    { PAYMENTS: 'sandbox', HOST: '0.0.0.0' },
    folder,
    { status: 'warning', text: expect.stringContaining('test cards') },
  ],
  ['no admin', { SEED: 'none' }, folder, { status: 'warning', text: expect.stringContaining('admin') }],
  ['a web app that is not built', {}, '/nonexistent', { status: 'warning', text: expect.stringContaining('not built') }],
  ['another folder without a web app', { WEB_DIR: '/nonexistent' }, '/nonexistent', { status: 'problem' }],
  [
    'VAPID keys of two pairs',
    { VAPID_PUBLIC_KEY: webPush.generateVAPIDKeys().publicKey, VAPID_PRIVATE_KEY: keys.privateKey },
    folder,
    { status: 'problem', text: expect.stringContaining('VAPID_PUBLIC_KEY') },
  ],
])('%s: found', (_, source, web, found) => {
  expect(check(source, web)).toMatchObject([found])
})

test('VAPID keys of one pair are fine', () => {
  expect(check({ VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey })).toMatchObject([{ status: 'ok' }])
})
