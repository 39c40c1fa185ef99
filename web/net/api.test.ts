import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createApi, Unreachable } from './api.ts'

const answering = (response: Response) => createApi(async () => response)
const Anything = v.unknown()

test('a refusal carries its status, its code and the body text in the specified format', async () => {
  const body = JSON.stringify({ message: 'Already unlocked', code: 'unlocks.already-unlocked' })
  const refused = answering(new Response(body, { status: 409 })).post('/api/x', {}, Anything)

  await expect(refused).rejects.toMatchObject({ message: `409: ${body}`, status: 409, code: 'unlocks.already-unlocked' })
})

test('an empty body falls back to the status text', async () => {
  const refused = answering(new Response('', { status: 502, statusText: 'Bad Gateway' })).get('/api/x', Anything)
  await expect(refused).rejects.toThrow('502: Bad Gateway')
})

test('the login page of a captive portal is not an answer of our server', async () => {
  const page = new Response('<html>Welcome</html>', { status: 200, headers: { 'content-type': 'text/html' } })
  await expect(answering(page).get('/api/x', Anything)).rejects.toBeInstanceOf(Unreachable)
  const portal = answering(new Response('<html>', { status: 403 })).get('/api/x', Anything)
  await expect(portal).rejects.toMatchObject({ status: 403, problem: undefined })
})

test('a lost connection is an error of its own kind', async () => {
  const api = createApi(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(api.get('/api/x', Anything)).rejects.toBeInstanceOf(Unreachable)
})

test('the JSON content type is sent only with a body', async () => {
  const seen: RequestInit[] = []
  const api = createApi(async (_path, init) => {
    seen.push(init)
    return new Response(null, { status: 204 })
  })
  await api.post('/api/x', undefined, Anything)
  await api.post('/api/x', { a: 1 }, Anything)
  expect(seen.map((init) => new Headers(init.headers).get('content-type'))).toEqual([null, 'application/json'])
  expect(seen[1]?.body).toBe('{"a":1}')
})

test('every call sends the cookies', async () => {
  const seen: RequestInit[] = []
  const api = createApi(async (_path, init) => {
    seen.push(init)
    return new Response(null, { status: 204 })
  })
  await api.get('/api/x', Anything)
  await api.post('/api/x', {}, Anything)
  await api.del('/api/x', Anything)
  expect(seen.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include'])
})
