import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { principals, projects, visitCounts } from '#drizzle/schema/index.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { ListVisitable } from '#server/features/visits/visitable.ts'
import type { ProjectId } from '#shared/ids.ts'

/** Published projects of other accounts. */
export const listVisitable: ListVisitable = async (db, ids, userId) => {
  const isOthers = userId && or(isNull(projects.userId), ne(projects.userId, userId))
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, ids as ProjectId[]), eq(projects.isPublished, true), isOthers))
  return rows.map(({ id }) => id)
}

/** The numbers of every project of an account, draft or published. */
export const listPerformance = preparedQuery((db, principalId: PrincipalKey) => {
  const total = (kind: 'view' | 'contact') => sql<number>`coalesce(
    sum(${visitCounts.count}) filter (where ${visitCounts.kind} = ${kind}), 0)::int`
  return db
    .select({ id: projects.id, views: total('view'), votes: projects.voteCount, contacts: total('contact') })
    .from(projects)
    .innerJoin(principals, eq(principals.userId, projects.userId))
    .leftJoin(visitCounts, and(eq(visitCounts.subject, 'project'), eq(visitCounts.subjectId, projects.id)))
    .where(eq(principals.id, principalId))
    .groupBy(projects.id)
    .orderBy(asc(projects.id))
})
