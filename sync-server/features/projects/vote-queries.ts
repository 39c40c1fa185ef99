import { and, asc, eq } from 'drizzle-orm'
import { projects, projectVotes } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'

/** A trigger counts it, so a vote that stood already counts nothing. */
export async function insertVote(db: Queryable, vote: typeof projectVotes.$inferInsert) {
  await db.insert(projectVotes).values(vote).onConflictDoNothing()
}

/** @returns whether there was one */
export async function deleteVote(db: Queryable, projectId: ProjectId, userId: UserId): Promise<boolean> {
  const own = and(eq(projectVotes.projectId, projectId), eq(projectVotes.userId, userId))
  return (await db.delete(projectVotes).where(own).returning({ id: projectVotes.projectId })).length > 0
}

export async function listVotes(db: Queryable, principalId: PrincipalId) {
  return db
    .select({ projectId: projectVotes.projectId, createdAt: projectVotes.createdAt })
    .from(projectVotes)
    .where(eq(projectVotes.principalId, principalId))
    .orderBy(asc(projectVotes.projectId))
}

/** Published projects only. */
export async function findVoteCount(db: Queryable, projectId: ProjectId): Promise<number | undefined> {
  const [row] = await db
    .select({ voteCount: projects.voteCount })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.isPublished, true)))
  return row?.voteCount
}
