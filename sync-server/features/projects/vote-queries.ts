import { and, asc, eq } from 'drizzle-orm'
import { projects, projectVotes } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { ProjectId, UserId } from '#shared/ids.ts'

/** A trigger counts changes, so a vote that is already cast counts nothing. */
export async function upsertVote(db: Queryable, vote: typeof projectVotes.$inferInsert) {
  await db
    .insert(projectVotes)
    .values(vote)
    .onConflictDoUpdate({
      target: [projectVotes.projectId, projectVotes.userId],
      set: { isCast: true, createdAt: vote.createdAt },
      setWhere: eq(projectVotes.isCast, false),
    })
}

/** @returns whether this account ever voted for it */
export async function takeVoteBack(db: Queryable, projectId: ProjectId, userId: UserId): Promise<boolean> {
  const own = and(eq(projectVotes.projectId, projectId), eq(projectVotes.userId, userId))
  await db
    .update(projectVotes)
    .set({ isCast: false })
    .where(and(own, eq(projectVotes.isCast, true)))
  return (await db.$count(projectVotes, own)) > 0
}

/** Every vote of an account, also withdrawn ones, with counts from the same snapshot. */
export const listVotes = preparedQuery((db, principalId: PrincipalKey) => {
  const { projectId, isCast, createdAt } = projectVotes
  return db
    .select({ projectId, isCast, createdAt, voteCount: projects.voteCount, voteSeq: projects.voteSeq })
    .from(projectVotes)
    .innerJoin(projects, eq(projects.id, projectId))
    .where(eq(projectVotes.principalId, principalId))
    .orderBy(asc(projectId))
})

/** Published projects only. */
export async function findPublished(db: Queryable, projectId: ProjectId) {
  const [row] = await db
    .select({ voteCount: projects.voteCount, userId: projects.userId })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.isPublished, true)))
  return row
}
