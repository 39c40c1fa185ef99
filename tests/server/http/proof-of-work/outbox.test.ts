import { expect, test } from 'vitest'
import { PROOF_HEADER, READY } from '#shared/proof-of-work/header.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Mutation } from '#shared/sync/push-request.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listTickets } from '#tests/support/state/team.ts'
import { solveProof } from '#web/net/tab/solve-proof.ts'
import { createPushProof } from '#web/sync/engine/push/push-proof.ts'
import { fill } from './setup.ts'

const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
await fill(app, 'help-address', '127.0.0.1', 100)

const mutation = (name: string, args: object): Mutation => ({ id: newMutationId(), name, args, madeAt: new Date().toISOString() })
const feedback = () =>
  mutation('feedback.submit', { id: crypto.randomUUID(), category: 'general', message: 'It does not work at all.' })

async function push(client: Client, mutations: Mutation[], headers: Record<string, string> = {}) {
  const { status, body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations }, { headers })
  expect(status).toBe(200)
  return { statuses: body.results.map(({ status }) => status), challenge: body.challenge }
}

test('what a guest wrote offline passes a full limit with the proof of the next push, and holds back nothing else', async () => {
  const guest = app.visitor()
  const [written, save] = [feedback(), mutation('investor.save', { vcId: 'recX', isSaved: true })]
  const proof = createPushProof(solveProof)
  const first = await push(guest, [written, save], proof.takeHeaders())
  expect(first.statuses).toEqual(['retry', 'applied'])
  await proof.onChallenge(first.challenge)
  expect(await push(guest, [written], proof.takeHeaders())).toEqual({ statuses: ['applied'], challenge: undefined })
  expect((await listTickets(app.database.db)).length).toBe(1)
})

test('a proof serves one mutation of a push', async () => {
  const [guest, two] = [app.visitor(), [feedback(), feedback()]]
  const { challenge } = await push(guest, two, { [PROOF_HEADER]: READY })
  const { statuses } = await push(guest, two, { [PROOF_HEADER]: (await solveProof(challenge)) ?? '' })
  expect(statuses.sort()).toEqual(['applied', 'retry'])
})

test('a push of an app of the last release waits, and gets no challenge', async () => {
  expect(await push(app.visitor(), [feedback()])).toEqual({ statuses: ['retry'], challenge: undefined })
})

test('an account with a verified address needs no proof', async () => {
  const ada = await verifiedMember(app)
  expect(await push(ada, [feedback()], { [PROOF_HEADER]: READY })).toEqual({ statuses: ['applied'], challenge: undefined })
})
