import { storageKey } from '@tanstack/router-core'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { TermsOfService } from './terms-of-service.tsx'

afterEach(cleanup)

async function textOf(page: typeof TermsOfService) {
  const Page = page
  const { container } = await renderInRouter(<Page />)
  return container.textContent ?? ''
}

test.each([
  ['the money-back guarantee', 'The 7-day guarantee'],
  ['the complaint period', 'within 7 calendar days of the payment'],
  ['the reply time', 'within 5 business days'],
  ['the refund time', 'the full amount goes back to the card it came from within 10 business days'],
  ['support', 'we answer within 24 hours'],
  ['technical questions', 'technical questions within 4 hours'],
  ['billing', 'questions about a bill within 2 hours'],
  ['the cap on liability', 'at most the sum of what you paid us in the 3 months before'],
  ['the age', 'at least 18 years old'],
  ['the law', 'governed by the law of the United Kingdom'],
  ['what investors receive', 'receive 85% of every fee'],
  ['the length of a call', '30-minute call'],
  ['the smallest charge', '$0.50'],
])('the terms contain the figure of %s', async (_, text) => {
  expect(await textOf(TermsOfService)).toContain(text)
})

test.each([
  ['the age', '18 years and older'],
  ['the law', 'law of the United Kingdom'],
  ['the retention of the ledger', 'six years'],
  ['contacts on a device', '30 days'],
  ['the session', 'up to 180 days'],
  ['the guest', 'up to 400 days'],
  ['mails', 'deleted after 30 days'],
  ['network addresses', 'at most two hours'],
])('the privacy policy contains the figure of %s', async (_, text) => {
  expect(await textOf(PrivacyPolicy)).toContain(text)
})

test('the privacy policy names every cookie, by name', async () => {
  const policy = await textOf(PrivacyPolicy)
  const serverFiles = new Bun.Glob('sync-server/**/*.ts').scan('.')
  const names = new Set<string>()
  for await (const path of serverFiles)
    for (const [name] of (await Bun.file(path).text()).matchAll(/__(Host|Secure)-\w+/g)) names.add(name)
  expect(names.size).toBeGreaterThan(2)
  for (const name of [...names, '__stripe_mid', '__stripe_sid']) expect(policy).toContain(name)
})

/** Read and removed, never set: a key of an earlier release. */
const EARLIER = ['latchkeySharedWords']

test('the privacy policy names every key in the local and session storage, including those of libraries', async () => {
  const policy = await textOf(PrivacyPolicy)
  const names = new Set<string>()
  for await (const path of new Bun.Glob('web/**/*.{ts,tsx}').scan('.')) {
    if (/\.test\.|^web\/dist\//.test(path)) continue
    const source = await Bun.file(path).text()
    if (!/(local|session)Storage/.test(source)) continue
    for (const [, name] of source.matchAll(/'(latchkey[A-Z]\w+)'/g)) names.add(String(name))
  }
  for (const name of EARLIER) names.delete(name)
  expect(names.size).toBeGreaterThan(8)
  for (const name of [...names, storageKey, 'tanstack_router_reload']) expect(policy).toContain(name)
})

test('every test that the table of promises names exists', async () => {
  const table = await Bun.file('web/features/legal/README.md').text()
  const named = [...table.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)` "([^"]+)"/g)]
  expect(named.length).toBeGreaterThan(40)
  for (const [, path = '', name = ''] of named) {
    const source = await Bun.file(path.replace(/^T\//, 'tests/server/')).text()
    expect([path, name, source.includes(name)]).toEqual([path, name, true])
  }
})
