import { expect, onTestFinished, test } from 'vitest'
import { lockTables } from '#tests/e2e/support/locked-tables.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

async function aProduct(env: Record<string, string> = {}): Promise<ProductServer> {
  const product = await startProduct({ SEED: 'none', LOG_LEVEL: 'error', ...env })
  onTestFinished(() => product.dispose())
  return product
}

const login = (url: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'nobody@example.com', password: 'a-wrong-password' }),
    headers: { 'content-type': 'application/json' },
  })

/** The health check reports it as long as the server listens. */
const isDraining = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ status }) => status === 503,
    () => true,
  )

test('a server that is asked to stop answers every request it has accepted', async () => {
  const product = await aProduct()
  const locked = await lockTables(product, ['rate_limits'], 'access exclusive')
  // Accepted for certain: each has reached the locked table.
  const replies = Promise.all(Array.from({ length: 6 }, () => login(product.url)))
  // The server’s own job that prunes the table waits for it as well.
  const countWaiting = async () =>
    (await locked.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query not ilike 'delete%'`).length
  await expect.poll(countWaiting).toBe(6)

  const stopped = product.stop()
  await expect.poll(() => isDraining(product.url)).toBe(true)
  await locked.release()
  expect((await replies).map(({ status }) => status)).toEqual(Array(6).fill(401))
  await locked.close()
  await stopped
})

test('a server that is asked to stop reports it to its balancer, and answers until the configured time is over', async () => {
  const graceMs = 3000
  const product = await aProduct({ STOP_GRACE_MS: String(graceMs) })
  const begun = performance.now()
  const stopped = product.stop()
  await expect.poll(() => isDraining(product.url)).toBe(true)
  expect((await fetch(`${product.url}/api/config`)).status).toBe(200)
  await stopped
  expect(performance.now() - begun).toBeGreaterThan(graceMs)
})

test('a killed server starts again on the same folder and still has its accounts', async () => {
  const product = await aProduct()
  const email = 'survivor@example.com'
  const password = 'a-fine-password'
  const post = (path: string, body: object) =>
    fetch(product.url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const signUp = { email, password, confirmPassword: password, firstName: 'Ada', lastName: 'Byron', userType: 'angel' }
  expect((await post('/api/auth/register', signUp)).status).toBe(200)
  await product.kill()
  await product.start()
  expect((await post('/api/auth/login', { email, password })).status).toBe(200)
})

test('invalid environment variables are all named, and no value is shown', async () => {
  const started = aProduct({ PORT: 'eighty', DATABASE_URL: 'mysql://user:secret@host/db', STRIPE_SECRET_KEY: 'sk_live_secret' })
  await expect(started).rejects.toThrow(/PORT.*DATABASE_URL.*STRIPE_PUBLISHABLE_KEY/s)
  await expect(started).rejects.not.toThrow(/secret@host|sk_live_secret|eighty/)
})
