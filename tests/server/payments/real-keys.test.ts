import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_real', STRIPE_PUBLISHABLE_KEY: 'pk_test_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' }

test('with real keys nothing of the sandbox is served, and pages get the real publishable key', async () => {
  const env = parseEnv({ NODE_ENV: 'test', ...KEYS })
  const world = { ...(await testDatabase()), env, log: createLog('silent'), now: () => new Date(), webFolder: '/nonexistent' }
  const { http, jobs: handlers } = await createApp(world)
  const ask = (path: string, init?: RequestInit) => http.handle(new Request(`http://localhost:3000${path}`, init))

  const authorization = 'Bearer sk_test_sandbox'
  for (const path of ['payment_intents', 'refunds', 'payment_intents/pi_1/confirm']) {
    expect((await ask(`/sandbox/stripe/v1/${path}`, { method: 'POST', headers: { authorization } })).status).toBe(404)
  }
  expect(Object.keys(handlers).filter((kind) => kind.startsWith('sandbox'))).toEqual([])
  expect(await (await ask('/api/config')).json()).toMatchObject({ stripe: { isSandbox: false, publishableKey: 'pk_test_real' } })
})

test('P26: the server does not start with keys of two modes', () => {
  expect(() => parseEnv({ ...KEYS, STRIPE_SECRET_KEY: 'sk_live_real' })).toThrow('STRIPE_PUBLISHABLE_KEY')
})

test('production does not start with the sandbox', () => {
  expect(() => parseEnv({ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x' })).toThrow('STRIPE_SECRET_KEY')
})
