import { expect, test } from 'vitest'
import { findMisspelt, parseEnv } from './env.ts'

// cspell:ignore cret PROT

const real = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const staging = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const database = { DATABASE_URL: 'postgres://db/latchkey' }

test('without variables it is the seeded sandbox; each real service is enabled separately', () => {
  expect(parseEnv({})).toMatchObject({ isPaymentSandbox: true, isDatabaseEmbedded: true, seed: 'demo', PORT: 3000 })
  expect(parseEnv(database)).toMatchObject({ isPaymentSandbox: true, isDatabaseEmbedded: false, seed: 'none' })
  expect(parseEnv(real)).toMatchObject({ isPaymentSandbox: false, isDatabaseEmbedded: true, seed: 'none', isLiveMode: true })
  expect(parseEnv({ ...real, SEED: 'demo' }).seed).toBe('demo')
})

test('a staging installation runs with test keys outside production, also when it is publicly reachable', () => {
  const env = parseEnv({ ...staging, ...database, HOST: '0.0.0.0', PUBLIC_URL: 'https://staging.example' })
  expect(env).toMatchObject({ paymentMode: 'test', isLiveMode: false, isPaymentSandbox: false, adminsNeedTwoFactor: true })
})

test('transfers to investors are off unless explicitly enabled', () => {
  expect(parseEnv({}).STRIPE_CONNECT).toBe(false)
  expect(parseEnv({ ...real, STRIPE_CONNECT: 'true' }).STRIPE_CONNECT).toBe(true)
  expect(parseEnv({ ...real, STRIPE_CONNECT: 'true', STRIPE_SETTLEMENT_CURRENCY: 'USD' }).STRIPE_CONNECT).toBe(true)
  expect(() => parseEnv({ STRIPE_CONNECT: 'yes' })).toThrow(/STRIPE_CONNECT/)
})

test('taxes are calculated only where the country of buyers without one is named', () => {
  expect(parseEnv({}).STRIPE_TAX_COUNTRY).toBeUndefined()
  expect(parseEnv({ STRIPE_TAX_COUNTRY: ' de ' }).STRIPE_TAX_COUNTRY).toBe('DE')
  for (const STRIPE_TAX_COUNTRY of ['Germany', 'XX', 'true'])
    expect(() => parseEnv({ STRIPE_TAX_COUNTRY })).toThrow(/STRIPE_TAX_COUNTRY/)
})

test.each(['0.0.0.0', '::', '192.0.2.7', 'latchkey.internal', '127.evil.example'])(
  'a server reachable at %s accepts no test cards unless PAYMENTS=sandbox is set',
  (HOST) => {
    expect(() => parseEnv({ HOST })).toThrow(/PAYMENTS/)
    expect(parseEnv({ HOST, PAYMENTS: 'sandbox' }).isPaymentSandbox).toBe(true)
    expect(parseEnv({ HOST, ...real }).isPaymentSandbox).toBe(false)
  },
)

test.each(['127.0.0.1', 'localhost', '::1', '[::1]', '127.0.0.53'])(
  'on a loopback address (%s) the sandbox needs no PAYMENTS variable',
  (HOST) => {
    expect(parseEnv({ HOST }).isPaymentSandbox).toBe(true)
  },
)

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ PAYMENTS: 'sandbox' }, true],
  [{ PUBLIC_URL: 'https://demo.example' }, true],
  [{ ...staging, PUBLIC_URL: 'https://demo.example' }, false],
])('%j: the sandbox is public: %s', (source, expected) => {
  expect(parseEnv(source).isSandboxPublic).toBe(expected)
})

test('introductions use fixed sentences until a model is configured completely', () => {
  expect(parseEnv({}).introModel).toBeUndefined()
  const model = { INTRO_MODEL_URL: 'https://model.example/v1', INTRO_MODEL_KEY: 'key', INTRO_MODEL_NAME: 'small' }
  expect(parseEnv(model).introModel).toEqual({ url: 'https://model.example/v1', key: 'key', name: 'small' })
})

test('an empty variable counts as unset', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, isDatabaseEmbedded: true })
})

test.each<[Record<string, string>, RegExp]>([
  [{ NODE_ENV: 'production' }, /DATABASE_URL.*\n.*STRIPE_SECRET_KEY.*\n.*PUBLIC_URL/],
  [{ NODE_ENV: 'production', ...real }, /DATABASE_URL/],
  [{ DATABASE_LISTEN_URL: 'postgres://db/latchkey' }, /DATABASE_URL: is needed with DATABASE_LISTEN_URL/],
  [{ ...database, DATABASE_LISTEN_URL: 'db:5432' }, /DATABASE_LISTEN_URL/],
  [{ ...real, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /STRIPE_PUBLISHABLE_KEY: must be of the same mode/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY.*\n.*STRIPE_WEBHOOK_SECRET/],
  // A misspelt secret key must not start the sandbox.
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /STRIPE_SECRET_KEY: is needed/],
  [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' }, /STRIPE_SECRET_KEY: is needed with STRIPE_CONNECT_WEBHOOK_SECRET/],
  [{ STRIPE_SETTLEMENT_CURRENCY: 'eur' }, /STRIPE_SECRET_KEY: is needed with STRIPE_SETTLEMENT_CURRENCY/],
  [
    { STRIPE_SECRET_KYE: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    /STRIPE_SECRET_KYE: is unknown. Did you mean STRIPE_SECRET_KEY\?/,
  ],
  [{ SMTP_URL: 'smtp://mail.example:587' }, /MAIL_FROM: is needed with SMTP_URL/],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /STRIPE_SECRET_KEY.*\n.*STRIPE_PUBLISHABLE_KEY/],
  [{ ...real, STRIPE_CONNECT: 'true', STRIPE_SETTLEMENT_CURRENCY: 'eur' }, /STRIPE_CONNECT: cannot be true/],
  [{ NODE_ENV: 'production', ...staging }, /STRIPE_SECRET_KEY: must be a live key in production/],
  [{ ...real, STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }, /STRIPE_WEBHOOK_SECRET: must not be the sandbox's/],
  [{ ...real, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_sandbox' }, /STRIPE_CONNECT_WEBHOOK_SECRET: must not be the sandbox's/],
  [{ AIRTABLE_API_KEY: 'key' }, /AIRTABLE_BASE_ID/],
  [{ PAYMENTS: 'sandbox', ...real }, /PAYMENTS/],
  [{ PAYMENTS: 'free' }, /PAYMENTS/],
  [{ HEALTH_TOKEN: 'short' }, /HEALTH_TOKEN/],
  [{ S3_BUCKET: 'pictures' }, /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/],
  [{ S3_ENDPOINT: 'pictures' }, /S3_ENDPOINT/],
  [{ DKIM_DOMAIN: 'latchkey.example' }, /DKIM_SELECTOR: is needed with the other DKIM_/],
  [{ DKIM_DOMAIN: 'latchkey.example', DKIM_SELECTOR: 'one' }, /DKIM_PRIVATE_KEY: or DKIM_PRIVATE_KEY_FILE is needed/],
  [{ DKIM_PRIVATE_KEY_FILE: '/run/dkim.pem' }, /DKIM_DOMAIN: is needed/],
  [{ DKIM_PRIVATE_KEY: 'no key' }, /DKIM_PRIVATE_KEY: must be an RSA private key in PEM/],
  [{ DKIM_SELECTOR: 'one; d=other' }, /DKIM_SELECTOR: must be a name/],
  [{ MAIL_EVENTS_SECRET: 'short' }, /MAIL_EVENTS_SECRET: must have 16 to 200 characters/],
  [{ GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_SECRET: is needed with GOOGLE_CLIENT_ID/],
  [{ MICROSOFT_CLIENT_SECRET: 'secret' }, /MICROSOFT_CLIENT_ID: is needed with MICROSOFT_CLIENT_SECRET/],
  [{ MICROSOFT_GRAPH_URL: 'graph.example' }, /MICROSOFT_GRAPH_URL/],
  [{ INTRO_MODEL_URL: 'https://model.example/v1' }, /INTRO_MODEL_KEY, INTRO_MODEL_NAME: needed/],
  [{ INTRO_MODEL_KEY: 'key', INTRO_MODEL_NAME: 'small' }, /INTRO_MODEL_URL: needed/],
  [{ INTRO_MODEL_URL: 'model.example', INTRO_MODEL_KEY: 'key', INTRO_MODEL_NAME: 'small' }, /INTRO_MODEL_URL/],
  [{ INTRO_MODEL_URL: 'https://model.example/v1', INTRO_MODEL_KEY: 'a\nkey', INTRO_MODEL_NAME: 'small' }, /INTRO_MODEL_KEY/],
  // A malformed variable does not hide a missing one.
  [{ PORT: '70000', NODE_ENV: 'production' }, /PORT.*\n.*DATABASE_URL.*\n.*STRIPE_SECRET_KEY/],
])('%j is rejected, and each variable is named', (source, message) => {
  expect(() => parseEnv(source)).toThrow(message)
})

test('a configuration error repeats no value: some are secrets', () => {
  const secrets = {
    DATABASE_URL: 'mysql://user:secret@host',
    PUBLIC_URL: 'secret',
    LOG_LEVEL: 'secret',
    DEMO_PASSWORD: 'secret',
    INTRO_MODEL_KEY: 'se cret',
  }
  expect(() => parseEnv(secrets)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret') }))
})

test('a variable that differs from a known name by one character is pointed out', () => {
  const source = {
    PROT: '3000',
    ADMIN_EMAIL: 'a@b.example',
    HOME: '/root',
    PATH: '/bin',
    HOST: '::1',
    LANG: 'C',
    SHELL: 'sh',
    USER: 'me',
  }
  expect(findMisspelt(source)).toEqual([
    { name: 'PROT', meant: 'PORT' },
    { name: 'ADMIN_EMAIL', meant: 'ADMIN_EMAILS' },
  ])
})

test.each<[string, Record<string, string>, boolean]>([
  ['a sandbox of this machine with the sample data', {}, true],
  ['the sample data without its history', { SEED: 'records' }, false],
  ['a sandbox that listens on every address', { HOST: '0.0.0.0', PAYMENTS: 'sandbox' }, false],
  ['a sandbox that is named by a public address', { PUBLIC_URL: 'https://latchkey.example', PAYMENTS: 'sandbox' }, false],
  ['a sandbox that is named as such', { PAYMENTS: 'sandbox' }, false],
  ['real payments', { ...real, SEED: 'demo' }, false],
])('the sign-in without a password in %s: %j', (_, env, isOffered) => {
  expect(parseEnv(env).offersSampleSignIn).toBe(isOffered)
})
