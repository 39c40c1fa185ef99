import { and, eq } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { changedSince } from '#server/sync/public/changed-since.ts'
import type { DirectorySource } from '#server/sync/public/public-source.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { presentProject } from './present.ts'
import { listProjects } from './queries.ts'

/** Published projects; a draft never enters the public lane, and an unpublished one leaves it. */
export const projectSource: DirectorySource<Project> = {
  listAll: async (tx) => (await listProjects(tx)).map(presentProject),
  async listChanged(tx, since, buried) {
    const rows = await listProjects(tx, changedSince(projects, since, buried))
    return {
      put: rows.filter((row) => row.isPublished).map(presentProject),
      del: rows.filter((row) => !row.isPublished).map((row) => row.id),
    }
  },
}

/** A project as it is publicly visible; `undefined` for a draft. */
export async function findPublishedProject(db: Queryable, id: ProjectId): Promise<Project | undefined> {
  const [row] = await listProjects(db, and(eq(projects.id, id), eq(projects.isPublished, true)))
  return row && presentProject(row)
}
