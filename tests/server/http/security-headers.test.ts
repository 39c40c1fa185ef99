import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'

async function policyOf(url: string) {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

test('a page runs scripts of this site only and connects to this site only; its worker may fetch the pictures that pages show', async () => {
  const { url } = await startTestApp()
  const page = await policyOf(`${url}/vcs`)
  expect(page['script-src']).toBe("'self'")
  expect(page['connect-src']).not.toContain('https:')
  expect(page['img-src']).toContain('https:')
  const worker = await policyOf(`${url}/sw.js`)
  expect(worker['script-src']).toBe("'self'")
  expect(worker['connect-src']?.split(' ')).toContain('https:')
})

const REAL_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_real',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_real',
  STRIPE_WEBHOOK_SECRET: 'whsec_real',
}

test('with real keys a page may load the hosts in Stripe’s guide, and no other third party', async () => {
  const { url } = await startTestApp({ env: REAL_KEYS })
  const page = await policyOf(`${url}/vcs`)
  expect(page['script-src']?.split(' ')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'])
  expect(page['frame-src']?.split(' ')).toEqual([
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ])
  expect(page['connect-src']?.split(' ')).toContain('https://api.stripe.com')
  expect(page['style-src']).toBeUndefined()
  expect(Object.values(page).join(' ')).not.toContain('unsafe')
})

test('a wallet’s window may message the page that opened it, and only if wallets are available', async () => {
  const openerOf = async (env?: Record<string, string>) => {
    const { url } = await startTestApp(env && { env })
    return (await fetch(`${url}/vcs`)).headers.get('cross-origin-opener-policy')
  }
  expect(await openerOf(REAL_KEYS)).toBe('same-origin-allow-popups')
  expect(await openerOf()).toBe('same-origin')
})
