import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { principals, projects, projectVotes, users } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { castVote } from '#server/features/projects/votes.ts'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'
import type { ProjectVote, VoteState } from '#shared/projects/vote.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { findProject } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()
const { db } = app.database

const cast = (client: Client, id: ProjectId) => client.post<VoteState>(`/api/projects/${id}/vote`)
const withdrawVote = (client: Client, id: ProjectId) => client.send(`/api/projects/${id}/vote`, { method: 'DELETE' })
const countOf = async (id: ProjectId) => (await findProject(db, id)).voteCount
const pushVote = (client: Client, projectId: ProjectId, isCast: boolean, id = newMutationId()) =>
  client.post<PushReply>('/api/sync/push', {
    clientId: newClientId(),
    mutations: [{ id, name: 'vote.cast', args: { projectId, isCast }, madeAt: new Date().toISOString() }],
  })
const votesOf = async (client: Client) =>
  ((await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.votes ?? []) as unknown as ProjectVote[]

test('a vote counts once, is returned under both names, is in the voter’s lane, and can be withdrawn', async () => {
  const id = await addProject(db, { importedVotes: 7, voteCount: 7 })
  const ada = await verifiedMember(app)
  for (const _ of ['once', 'and again']) {
    expect(await cast(ada, id)).toMatchObject({ status: 200, body: { hasVoted: true, votes: 8, voteCount: 8 } })
  }
  expect(await votesOf(ada)).toMatchObject([{ id, isCast: true, voteCount: 8, voteSeq: 1 }])
  expect(await votesOf(await app.member())).toEqual([])
  for (const _ of ['once', 'and again']) {
    const reply = await withdrawVote(ada, id)
    expect([reply.status, await reply.json()]).toMatchObject([200, { hasVoted: false, votes: 7, voteCount: 7 }])
  }
  // It stays in the lane: the device needs the count without it.
  expect(await votesOf(ada)).toMatchObject([{ id, isCast: false, voteCount: 7, voteSeq: 2 }])
})

test('a vote is refused without a session, a verified address or a published project, and nothing is counted', async () => {
  const id = await addProject(db)
  const draft = await addProject(db, { isPublished: false })
  const [ada, eve] = [await verifiedMember(app), await app.member()]
  expect(await cast(app.visitor(), id)).toMatchObject({ status: 401, body: { code: 'session-lost' } })
  expect(await cast(eve, id)).toMatchObject({
    status: 403,
    body: { code: 'projects.vote-unverified', message: expect.stringContaining('Confirm your email') },
  })
  expect(await cast(ada, draft)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(await cast(eve, draft)).toMatchObject({ status: 404 })
  expect((await withdrawVote(ada, draft)).status).toBe(404)
  expect((await cast(ada, 'prj_none' as ProjectId)).status).toBe(404)
  const byPush = [await pushVote(app.visitor(), id, true), await pushVote(eve, id, true), await pushVote(ada, draft, true)]
  expect(byPush.map(({ body }) => body.results[0]?.code)).toEqual([
    'projects.vote-signed-out',
    'projects.vote-unverified',
    'not-found',
  ])
  expect(await db.$count(projectVotes, eq(projectVotes.projectId, id))).toBe(0)
  expect(await countOf(id)).toBe(0)
})

test('a founder cannot vote for their own project, and can withdraw a vote from before it was theirs', async () => {
  const ada = await verifiedMember(app)
  const id = await addProject(db)
  expect((await cast(ada, id)).status).toBe(200)
  await db.update(projects).set({ userId: ada.user.id }).where(eq(projects.id, id))
  expect((await withdrawVote(ada, id)).status).toBe(200)
  expect(await cast(ada, id)).toMatchObject({ status: 403, body: { code: 'projects.own-vote' } })
  expect((await pushVote(ada, id, true)).body.results).toMatchObject([{ status: 'refused', code: 'projects.own-vote' }])
  expect(await countOf(id)).toBe(0)
})

test('a doubled push, and two devices that both voted offline, are one vote', async () => {
  const id = await addProject(db)
  const ada = await verifiedMember(app)
  const mutation = newMutationId()
  const replies = await Promise.all([
    pushVote(ada, id, true, mutation),
    pushVote(ada, id, true, mutation),
    pushVote(ada, id, true),
    cast(ada, id),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await countOf(id)).toBe(1)
  await Promise.all([pushVote(ada, id, false), pushVote(ada, id, false), withdrawVote(ada, id)])
  expect(await countOf(id)).toBe(0)
})

test('fifty concurrent accounts are fifty votes, and fifty concurrent votes of one account are one', async () => {
  const id = await addProject(db, { importedVotes: 3, voteCount: 3 })
  const voters = Array.from({ length: 50 }, () => ({
    id: newId<UserId>('usr'),
    principalId: newId<PrincipalId>('pri'),
    emailVerified: true,
  }))
  await db.insert(users).values(voters.map((voter) => ({ id: voter.id, email: `${voter.id}@example.com` })))
  await db
    .insert(principals)
    .values(voters.map((voter) => ({ id: voter.principalId, kind: 'account' as const, userId: voter.id })))
  await Promise.all(voters.map((voter) => castVote(db, voter, { projectId: id, isCast: true }, new Date())))
  expect(await countOf(id)).toBe(53)
  const ada = await verifiedMember(app)
  await Promise.all(voters.map(() => cast(ada, id)))
  expect(await countOf(id)).toBe(54)
  await Promise.all(voters.map((voter) => castVote(db, voter, { projectId: id, isCast: false }, new Date())))
  expect(await countOf(id)).toBe(4)
})

test('deleting an account removes its vote; a vote for an unpublished project can be withdrawn', async () => {
  const id = await addProject(db)
  const [ada, eve] = [await verifiedMember(app), await verifiedMember(app)]
  await cast(ada, id)
  await cast(eve, id)
  await db.delete(users).where(eq(users.id, ada.user.id))
  expect(await countOf(id)).toBe(1)
  await db.update(projects).set({ isPublished: false }).where(eq(projects.id, id))
  expect((await withdrawVote(eve, id)).status).toBe(200)
  expect(await countOf(id)).toBe(0)
  expect((await cast(eve, id)).status).toBe(404)
})
