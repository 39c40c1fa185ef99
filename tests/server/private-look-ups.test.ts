import { expect, test } from 'vitest'
import { privateRoutes } from '#server/sync/private-routes.ts'
import { Problem } from '#shared/problem.ts'

/** A pull whose caller, limit and owner are told, and which of them were asked before the lane. */
async function pullWith({ refusing }: { refusing?: 'limit' | 'owner' }) {
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(name)
    if (name === refusing) throw new Problem(name === 'limit' ? 'too-many-requests' : 'forbidden')
  }
  const identity = {
    findCaller: async () => {
      steps.push('caller')
      return { principalId: 'prn_1' }
    },
    requireOwner: step('owner'),
  }
  const lane = { pull: step('lane') }
  // With a scale of nothing each call asks the limit.
  const deps = { lane, identity, limit: step('limit'), trustedProxies: 0, scale: 0 }
  const http = privateRoutes(deps as unknown as Parameters<typeof privateRoutes>[0])
  const headers = { 'content-type': 'application/json' }
  await http.handle(new Request('http://localhost/api/sync/me', { method: 'POST', headers, body: '{"mark":"invented"}' }))
  return steps
}

test('the mark of a pull is looked up once its caller is known and the call is counted, and where both may go on', async () => {
  expect(await pullWith({})).toEqual(['caller', 'limit', 'owner', 'lane'])
  expect(await pullWith({ refusing: 'limit' })).toEqual(['caller', 'limit'])
  expect(await pullWith({ refusing: 'owner' })).toEqual(['caller', 'limit', 'owner'])
})
