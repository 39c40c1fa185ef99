import { SANDBOX_SECRET_KEY } from '#server/env.ts'

/**
 * The key with which tests may call the real provider, or the reason why there is none.
 *
 * @throws Error for a live key: a test would charge a real customer
 */
export function stripeTestKey(value: string | undefined): { key: string } | { reason: string } {
  const key = value?.trim()
  if (!key) return { reason: 'STRIPE_SECRET_KEY is not set' }
  if (key === SANDBOX_SECRET_KEY) return { reason: 'STRIPE_SECRET_KEY is the sandbox’s own' }
  if (/^(sk|rk)_test_\w+$/.test(key)) return { key }
  throw new Error('STRIPE_SECRET_KEY is no test key: tests never use real money')
}
