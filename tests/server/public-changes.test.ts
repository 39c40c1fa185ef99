import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { projects } from '#drizzle/schema/index.ts'
import { fingerprint } from '#shared/sync/merge.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { startInvestor } from '#tests/support/owners.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { addProject, verifiedMember } from '#tests/support/projects.ts'

/** Of the limits: 12 public changes and 6 renames an hour. */
const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } })
const { db } = app.database
const MOST = 12
const MAX_RENAMES = 6

async function push(client: Client, name: string, args: unknown, base?: unknown) {
  const mutation = { id: newMutationId(), name, args, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

/** How many of so many different changes are taken. */
async function taken(count: number, change: (at: number) => Promise<{ status: number }>) {
  let accepted = 0
  for (let at = 0; at < count; at += 1) {
    const { status } = await change(at)
    if (status === 200) accepted += 1
    else expect(status).toBe(429)
  }
  return accepted
}

const waits = { status: 'retry' }

test('an account changes its published project a bounded number of times an hour, and its draft at will', async () => {
  const founder = await app.member()
  const save = (traction: string) =>
    founder.post('/api/founder/project', { companyName: 'Anvil', description: 'Forges.', traction })
  expect(await taken(2 * MOST, (at) => save(`draft ${at}`))).toBe(2 * MOST)

  await db.update(projects).set({ isPublished: true, publishedAt: new Date() }).where(eq(projects.userId, founder.user.id))
  expect(await taken(MOST, () => save('the same'))).toBe(MOST)
  expect(await taken(2 * MOST, (at) => save(`public ${at}`))).toBe(MOST - 1)
  const written = { changes: { location: 'By the outbox' }, settles: {}, isFinished: true }
  expect(await push(founder, 'project.saveDraft', written, { location: [fingerprint('')] })).toMatchObject(waits)
})

test('an account changes its listing a bounded number of times an hour', async () => {
  const investor = await startInvestor(app)
  const change = (bio: string) =>
    investor.send(`/api/vcs/${investor.listing}`, {
      method: 'PATCH',
      body: JSON.stringify({ bio }),
      headers: { 'content-type': 'application/json' },
    })
  expect(await taken(2 * MOST, (at) => change(`bio ${at}`))).toBe(MOST)
  const written = { vcId: investor.listing, change: { bio: 'by the outbox' } }
  expect(await push(investor, 'listing.edit', written, { bio: `bio ${MOST - 1}` })).toMatchObject(waits)
})

test('an account votes a bounded number of times an hour', async () => {
  const voter = await verifiedMember(app)
  const projectId = await addProject(db)
  const vote = (at: number) => voter.send(`/api/projects/${projectId}/vote`, { method: at % 2 ? 'DELETE' : 'POST' })
  expect(await taken(2 * MOST, vote)).toBe(MOST)
  expect(await push(voter, 'vote.cast', { projectId, isCast: true })).toMatchObject(waits)
})

test('an account is renamed a bounded number of times an hour, because each rename notes a change for those it bought from', async () => {
  const person = await verifiedMember(await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } }))
  let before = person.user.firstName ?? ''
  const rename = async (firstName: string) => {
    const result = await push(person, 'profile.rename', { firstName }, { firstName: [fingerprint(before)] })
    before = firstName
    return result
  }
  for (let at = 0; at < MAX_RENAMES; at += 1) expect(await rename(`Ada ${at}`)).toMatchObject({ status: 'applied' })
  expect(await rename('Bea')).toMatchObject(waits)
})
