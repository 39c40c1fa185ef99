import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'

async function policyOf(url: string) {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

test('a page runs our scripts alone and connects to us alone; its worker may fetch the pictures that pages show', async () => {
  const { url } = await startTestApp()
  const page = await policyOf(`${url}/vcs`)
  expect(page['script-src']).toBe("'self'")
  expect(page['connect-src']).not.toContain('https:')
  expect(page['img-src']).toContain('https:')
  const worker = await policyOf(`${url}/sw.js`)
  expect(worker['script-src']).toBe("'self'")
  expect(worker['connect-src']?.split(' ')).toContain('https:')
})
