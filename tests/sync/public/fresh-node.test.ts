import { expect, test } from 'vitest'
import { mutationArgs } from '#shared/sync/mutations.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()

const entry = (name: string, args: unknown) => ({ id: newMutationId(), name, args, madeAt: new Date().toISOString() })

test('two pushes that fill the pool of a node that has just started are both answered', async () => {
  const push = (first: number) =>
    app.visitor().post<PushReply>('/api/sync/push', {
      clientId: newClientId(),
      mutations: Array.from({ length: 5 }, (_, at) => entry('earlyAccess.join', { email: `guest-${first + at}@example.com` })),
    })
  const replies = await Promise.all([push(0), push(5)])
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(body.results.map((result) => result.status)).toEqual(Array(5).fill('applied'))
  }
})

test.each(Object.keys(mutationArgs))('as many parallel pushes of %s as the pool has connections are answered', async (name) => {
  const push = () =>
    app.visitor().post('/api/sync/push', { clientId: newClientId(), mutations: [entry(name, {}), entry(name, {})] })
  const replies = await Promise.all(Array.from({ length: 10 }, push))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
})
