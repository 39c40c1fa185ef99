import { expect, test } from 'vitest'
import { privateRoutes } from '#server/sync/private/routes.ts'
import { Problem } from '#shared/problem.ts'

/** Pulls whose caller, limit, owner and lane note the order in which they are asked. */
function startPulls() {
  const told = { principalId: 'prn_1', refusing: undefined as 'limit' | 'owner' | undefined }
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(name)
    if (name === told.refusing) throw new Problem(name === 'limit' ? 'too-many-requests' : 'forbidden')
  }
  const identity = {
    findCaller: async () => {
      steps.push('caller')
      return { principalId: told.principalId }
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
  // With a scale of nothing each call asks the limit.
  const deps = { lane, identity, limit: step('limit'), trustedProxies: 0, scale: 0 }
  const http = privateRoutes(deps as unknown as Parameters<typeof privateRoutes>[0])
  const headers = { 'content-type': 'application/json', cookie: '__Host-latchkey=one' }
  return async (change: Partial<typeof told> = {}) => {
    Object.assign(told, { refusing: undefined }, change)
    steps.length = 0
    await http.handle(new Request('http://localhost/api/sync/me', { method: 'POST', headers, body: '{"mark":"invented"}' }))
    return [...steps]
  }
}

const LET_IN = ['caller', 'limit', 'owner']

test('the mark of a pull is looked up once its caller is known and the call is counted, and where both may go on', async () => {
  expect(await startPulls()()).toEqual([...LET_IN, 'pull of prn_1 with undefined'])
  expect(await startPulls()({ refusing: 'limit' })).toEqual(['caller', 'limit'])
  expect(await startPulls()({ refusing: 'owner' })).toEqual(LET_IN)
})

test('the mark of a caller who was let in a moment ago is looked up beside its cookies, until a call is refused', async () => {
  const pull = startPulls()
  await pull()
  expect(await pull()).toEqual(['look up prn_1', ...LET_IN, 'pull of prn_1 with prn_1'])
  expect(await pull({ refusing: 'limit' })).toEqual(['look up prn_1', 'caller', 'limit'])
  expect(await pull({ refusing: 'limit' })).toEqual(['caller', 'limit'])
})

test('what was looked up for whom the cookies named before is not used for whom they name now', async () => {
  const pull = startPulls()
  await pull()
  expect(await pull({ principalId: 'prn_2' })).toEqual(['look up prn_1', ...LET_IN, 'pull of prn_2 with undefined'])
  expect(await pull({ principalId: 'prn_2' })).toEqual(['look up prn_2', ...LET_IN, 'pull of prn_2 with prn_2'])
})
