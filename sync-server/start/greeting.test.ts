import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'

type Facts = Parameters<typeof greetingOf>[0]

/** As a deployment: with a database, the provider's keys and a built web app, without sample data. */
const deployed: Facts = {
  env: { PUBLIC_URL: undefined, DATA_DIR: '/srv/data', isDatabaseEmbedded: false, isPaymentSandbox: false },
  url: 'http://127.0.0.1:3000',
  isWebAppBuilt: true,
  demo: undefined,
}
const READY = 'Latchkey is ready at http://127.0.0.1:3000'
const linesOf = (over: Partial<Omit<Facts, 'env'>> & { env?: Partial<Facts['env']> }) =>
  greetingOf({ ...deployed, ...over, env: { ...deployed.env, ...over.env } })
    .trim()
    .split('\n')
    .map((line) => line.trim())

test.each<[string, Parameters<typeof linesOf>[0], string[]]>([
  ['a deployment', {}, [READY]],
  [
    'a server with a public address',
    { env: { PUBLIC_URL: 'https://latchkey.example' } },
    ['Latchkey is ready at https://latchkey.example'],
  ],
  ['the embedded database', { env: { isDatabaseEmbedded: true } }, [READY, 'Data is kept in /srv/data']],
  ['a web app that is not built', { isWebAppBuilt: false }, [READY, expect.stringContaining('"bun --bun vite build"')]],
  ['the payment sandbox', { env: { isPaymentSandbox: true } }, [READY, expect.stringContaining('4242 4242 4242 4242 pays')]],
  [
    'sample accounts',
    { demo: { password: 'a-fine-password', isValid: true } },
    [READY, expect.stringMatching(/^Sign in as .* with the password a-fine-password$/)],
  ],
])('the greeting of %s has the address and its own line, no other', (_, over, lines) => {
  expect(linesOf(over)).toEqual(lines)
})

test('a password that the sample accounts do not have is not printed', () => {
  const lines = linesOf({ demo: { password: 'a-fine-password', isValid: false } })
  expect(lines).toEqual([READY, expect.stringContaining('password of an earlier start')])
  expect(lines.join()).not.toContain('a-fine-password')
})

test('the greeting is indented, with an empty line around it', () => {
  expect(greetingOf(deployed)).toBe(`\n  ${READY}\n\n`)
})
