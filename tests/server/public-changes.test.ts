import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { privateChanges, projects, rateLimits } from '#drizzle/schema/index.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listDrafts } from '#tests/support/state/projects.ts'

/** With these limits: 12 public changes, 24 others and 6 renames an hour. */
const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } })
const { db } = app.database
const MOST = 12
const MAX_RENAMES = 6

beforeEach(() => db.delete(rateLimits))

async function push(client: Client, name: string, args: unknown, base?: unknown) {
  const mutation = { id: newMutationId(), name, args, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

/** The number of accepted changes among `count` different ones. */
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

test('an account changes its project a limited number of times an hour, and a published one less often', async () => {
  const founder = await app.member()
  const save = (traction: string) =>
    founder.post('/api/founder/project', { companyName: 'Anvil', description: 'Forges.', traction })
  expect(await taken(3 * MOST, (at) => save(`draft ${at}`))).toBe(2 * MOST)
  await db.delete(rateLimits)

  await db.update(projects).set({ isPublished: true, publishedAt: new Date() }).where(eq(projects.userId, founder.user.id))
  expect(await taken(MOST, () => save('the same'))).toBe(MOST)
  expect(await taken(2 * MOST, (at) => save(`public ${at}`))).toBe(MOST - 1)
  const written = { changes: { location: 'By the outbox' }, settles: {}, isFinished: true }
  expect(await push(founder, 'project.saveDraft', written, { location: [fingerprint('')] })).toMatchObject(waits)
})

test('a founder takes a project off the marketplace a limited number of times an hour', async () => {
  const founder = await app.member()
  await founder.post('/api/founder/project', { companyName: 'Anvil', description: 'Forges.' })
  const own = eq(projects.userId, founder.user.id)
  const [project] = await db.update(projects).set({ publishedAt: new Date() }).where(own).returning({ id: projects.id })
  const withdraw = async () => {
    await db.update(projects).set({ isPublished: true }).where(own)
    return founder.post(`/api/projects/${project?.id}/withdraw`)
  }
  expect(await taken(MOST + 3, withdraw)).toBe(MOST)
})

test('an account changes its listing a limited number of times an hour', async () => {
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

test('an account votes a limited number of times an hour', async () => {
  const voter = await verifiedMember(app)
  const projectId = await addProject(db)
  const vote = (at: number) => voter.send(`/api/projects/${projectId}/vote`, { method: at % 2 ? 'DELETE' : 'POST' })
  expect(await taken(2 * MOST, vote)).toBe(MOST)
  expect(await push(voter, 'vote.cast', { projectId, isCast: true })).toMatchObject(waits)
})

test('an account is renamed a limited number of times an hour, because each rename records a change for its sellers', async () => {
  const person = await verifiedMember(app)
  let before = person.user.firstName ?? ''
  const rename = async (firstName: string) => {
    const result = await push(person, 'profile.rename', { firstName }, { firstName: [fingerprint(before)] })
    before = firstName
    return result
  }
  for (let at = 0; at < MAX_RENAMES; at += 1) expect(await rename(`Ada ${at}`)).toMatchObject({ status: 'applied' })
  expect(await rename('Bea')).toMatchObject(waits)
})

type Ways = (client: Client, firstName: string) => Promise<{ status: number }>
const byForm: Ways = (client, firstName) => client.post('/api/auth/profile', { firstName }, { method: 'PUT' })
const atFirst: Ways = (client, firstName) => client.post('/api/complete-profile', { firstName, lastName: 'Member' })

test.each<[string, Ways]>([
  ['in the settings', byForm],
  ['by the first form', atFirst],
])('an account is renamed a limited number of times an hour %s, as through the outbox', async (_, rename) => {
  const person = await verifiedMember(app)
  expect(await taken(2 * MAX_RENAMES, (at) => rename(person, `Ada ${at}`))).toBe(MAX_RENAMES)
  expect(await push(person, 'profile.rename', { firstName: 'Bea' }, { firstName: [fingerprint('Ada 5')] })).toMatchObject(waits)
})

test('an account changes its picture a limited number of times an hour', async () => {
  const person = await verifiedMember(app)
  const show = (at: number) =>
    person.post('/api/auth/profile', { profileImageUrl: `https://pictures.example/${at}.png` }, { method: 'PUT' })
  expect(await taken(2 * MAX_RENAMES, show)).toBe(MAX_RENAMES)
})

test.each<[string, (client: Client) => Promise<{ status: number }>]>([
  ['a name in the settings', (client) => byForm(client, 'Ada')],
  ['a name in the first form', (client) => atFirst(client, 'Ada')],
  ['a name through the outbox', async (client) => ({ status: await renamedSame(client) })],
  ['a picture', (client) => client.post('/api/auth/profile', { profileImageUrl: '' }, { method: 'PUT' })],
  ['a project', (client) => client.post('/api/founder/project', { companyName: 'Anvil', description: 'Forges.' })],
])('%s that equals the stored one is neither written nor counted', async (_, write) => {
  const person = await verifiedMember(app)
  await atFirst(person, 'Ada')
  await person.post('/api/founder/project', { companyName: 'Anvil', description: 'Forges.' })
  const rows = async () => [
    await findUser(db, { id: person.user.id }),
    await listDrafts(db, { userId: person.user.id }),
    await db.$count(privateChanges),
  ]
  const before = await rows()
  expect(await taken(3 * MOST, () => write(person))).toBe(3 * MOST)
  expect(await rows()).toEqual(before)
})

const renamedSame = async (client: Client) => {
  const result = await push(client, 'profile.rename', { firstName: 'Ada' }, { firstName: [fingerprint('Ada')] })
  return result?.status === 'applied' ? 200 : 429
}

test('a new password is accepted with a new name, even if the limit of renames is reached', async () => {
  const person = await verifiedMember(app)
  expect(await taken(2 * MAX_RENAMES, (at) => byForm(person, `Ada ${at}`))).toBe(MAX_RENAMES)
  const both = { firstName: 'Bea', newPassword: 'another-long-password-7' }
  expect(await person.post('/api/auth/profile', both, { method: 'PUT' })).toMatchObject({
    status: 200,
    body: { firstName: 'Bea' },
  })
})

test('an account changes a listing that is not public a limited number of times an hour: buyers may own its contact', async () => {
  const investor = await startInvestor(app, { isVerified: false, reviewStatus: 'pending' })
  const change = (at: number) => investor.post(`/api/vcs/${investor.listing}`, { bio: `bio ${at}` }, { method: 'PATCH' })
  expect(await taken(3 * MOST, change)).toBe(2 * MOST)
})
