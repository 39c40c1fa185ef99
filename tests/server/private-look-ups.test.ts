import { expect, test } from 'vitest'
import { createMetrics } from '#server/observe/metrics.ts'
import { privateRoutes } from '#server/sync/private/routes.ts'
import { Problem } from '#shared/problem.ts'

/** Pulls whose caller, limit, owner and lane record the order of their calls. */
function startPulls() {
  const options = { principalId: 'prn_1', refusing: undefined as 'limit' | 'owner' | undefined }
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(name)
    if (name === options.refusing) throw new Problem(name === 'limit' ? 'too-many-requests' : 'forbidden')
  }
  const identity = {
    findCaller: async () => {
      steps.push('caller')
      return { principalId: options.principalId }
    },
    requireOwner: step('owner'),
  }
  const lane = {
    lookUp: async (principalId: string) => {
      steps.push(`look up ${principalId}`)
      return { of: principalId }
    },
    pull: async (principalId: string, _: unknown, { since }: { since?: Promise<{ of: string }> }) => {
      steps.push(`pull of ${principalId} with ${(await since)?.of}`)
    },
  }
  // With a scale of 0 each call checks the limit.
  const deps = { lane, identity, limit: step('limit'), trustedProxies: 0, scale: 0, metrics: createMetrics() }
  const http = privateRoutes(deps as unknown as Parameters<typeof privateRoutes>[0])
  const headers = { 'content-type': 'application/json', cookie: '__Host-latchkey=one' }
  return async (change: Partial<typeof options> = {}) => {
    Object.assign(options, { refusing: undefined }, change)
    steps.length = 0
    await http.handle(new Request('http://localhost/api/sync/me', { method: 'POST', headers, body: '{"mark":"invented"}' }))
    return [...steps]
  }
}

const ACCEPTED = ['caller', 'limit', 'owner']

test('the mark of a pull is looked up after its caller is known, the call is counted, and both are accepted', async () => {
  expect(await startPulls()()).toEqual([...ACCEPTED, 'pull of prn_1 with undefined'])
  expect(await startPulls()({ refusing: 'limit' })).toEqual(['caller', 'limit'])
  expect(await startPulls()({ refusing: 'owner' })).toEqual(ACCEPTED)
})

test('the mark of a recently accepted caller is looked up in parallel with its cookies, until a call is refused', async () => {
  const pull = startPulls()
  await pull()
  expect(await pull()).toEqual(['look up prn_1', ...ACCEPTED, 'pull of prn_1 with prn_1'])
  expect(await pull({ refusing: 'limit' })).toEqual(['look up prn_1', 'caller', 'limit'])
  expect(await pull({ refusing: 'limit' })).toEqual(['caller', 'limit'])
})

test('a look-up for the previous caller of the cookies is not used for the current one', async () => {
  const pull = startPulls()
  await pull()
  expect(await pull({ principalId: 'prn_2' })).toEqual(['look up prn_1', ...ACCEPTED, 'pull of prn_2 with undefined'])
  expect(await pull({ principalId: 'prn_2' })).toEqual(['look up prn_2', ...ACCEPTED, 'pull of prn_2 with prn_2'])
})
