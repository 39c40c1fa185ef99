import { and, eq } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { presentProject } from './present.ts'
import { listProjects } from './queries.ts'

/** A project as it is publicly visible; `undefined` for a draft. */
export async function findPublishedProject(db: Queryable, id: ProjectId): Promise<Project | undefined> {
  const [row] = await listProjects(db, and(eq(projects.id, id), eq(projects.isPublished, true)))
  return row && presentProject(row)
}
