import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const { url, visitor, member } = await startTestApp()
const FOREIGN = { status: 403, code: 'foreign-origin' }

/** A write with the given cookies, and with only the given headers. */
async function write({ cookies }: Pick<Client, 'cookies'>, headers: Record<string, string>) {
  const response = await fetch(`${url}/api/complete-profile`, {
    method: 'POST',
    body: JSON.stringify({ firstName: 'Eve', lastName: 'Writer' }),
    headers: {
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

test('a write with a session cookie and without an origin is refused', async () => {
  const ada = await member()
  expect(await write(ada, {})).toEqual(FOREIGN)
  expect(await write(ada, { 'sec-fetch-site': 'none' })).toEqual(FOREIGN)
  expect(await write(ada, { 'sec-fetch-site': 'same-site' })).toEqual(FOREIGN)
  expect(await write(ada, { origin: 'null' })).toEqual(FOREIGN)
  expect(await write(ada, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toEqual(FOREIGN)
})

test('pages of this site can write, with either header', async () => {
  const ada = await member()
  expect((await write(ada, { origin: url })).status).toBe(200)
  expect((await write(ada, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('a guest’s cookie counts as a session does', async () => {
  const guest = visitor()
  await guest.post('/api/sync/push', { clientId: crypto.randomUUID(), mutations: [] })
  expect(guest.cookies.size).toBe(1)
  expect(await write(guest, {})).toEqual(FOREIGN)
  expect((await write(guest, { origin: url })).code).not.toBe('foreign-origin')
})

test('a request without a cookie needs no origin', async () => {
  expect((await write({ cookies: new Map() }, {})).status).toBe(401)
  expect((await write({ cookies: new Map([['other', '__Host-latchkey=x']]) }, {})).status).toBe(401)
})
