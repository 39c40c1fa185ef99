import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PROOF_HEADER, PROOF_NEEDED } from '#shared/proof-of-work/header.ts'
import { createApi, Unreachable } from './api.ts'
import type { Prove } from './prover.ts'

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

const asking = () =>
  new Response(JSON.stringify({ message: 'Wait.', code: PROOF_NEEDED, challenge: { nonce: 'a' } }), {
    status: 429,
    headers: { 'retry-after': '60' },
  })

/** A server that gives challenges for the first requests. */
function hot(challenges: number, prove: Prove) {
  const sent: { body: unknown; proof: string | null }[] = []
  const api = createApi(
    async (_path, init) => {
      sent.push({ body: init.body, proof: new Headers(init.headers).get(PROOF_HEADER) })
      return sent.length > challenges ? new Response('{}') : asking()
    },
    undefined,
    () => prove,
  )
  return { api, sent }
}

test('a request that gets a challenge is repeated with its solution, and the same body', async () => {
  const { api, sent } = hot(2, async (challenge) => `solved ${JSON.stringify(challenge)}`)
  expect(await api.post('/api/x', { email: 'ada@example.com' }, Anything)).toEqual({})
  const body = '{"email":"ada@example.com"}'
  const proof = 'solved {"nonce":"a"}'
  expect(sent).toEqual([
    { body, proof: 'ready' },
    { body, proof },
    { body, proof },
  ])
})

test.each<[when: string, challenges: number, prove: Prove, requests: number]>([
  ['after three proofs', 10, async () => 'solved', 4],
  ['without a solution', 10, async () => undefined, 1],
  ['when the code that solves it is not loaded', 10, () => Promise.reject(new TypeError('Failed to fetch')), 1],
])('%s the refusal reaches the caller, with its wait', async (_, challenges, prove, requests) => {
  const { api, sent } = hot(challenges, prove)
  await expect(api.post('/api/x', {}, Anything)).rejects.toMatchObject({ status: 429, code: PROOF_NEEDED, retryAfterMs: 60_000 })
  expect(sent).toHaveLength(requests)
})

test('a request that reads, or is sent before the page can solve challenges, does not offer to', async () => {
  const { api, sent } = hot(0, async () => 'solved')
  await api.get('/api/x', Anything)
  const early: (string | null)[] = []
  await createApi(async (_path, init) => {
    early.push(new Headers(init.headers).get(PROOF_HEADER))
    return new Response('{}')
  }).post('/api/x', {}, Anything)
  expect([...sent.map(({ proof }) => proof), ...early]).toEqual([null, null])
})
