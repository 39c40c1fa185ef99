import type { Database } from '#server/database/client.ts'
import { presentDetail, presentRecord } from '#server/features/projects/present-calls.ts'
import { findProjectRow, findProjectsVersion, listProjects } from '#server/features/projects/queries.ts'
import { packedOnce } from '#server/http/replies/compressed-once.ts'
import { type Account, mayAdminister } from '#server/http/session.ts'
import type { ProjectId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { ProjectDetail, ScoutRecord } from '#shared/projects/detail.ts'

/** Every published project, latest first. */
const listMarketplace = async (db: Database): Promise<ScoutRecord[]> => (await listProjects(db)).map(presentRecord)

/** The same as an API reply, compressed once per state of the marketplace. */
export const createMarketplace = (db: Database) =>
  packedOnce({ findVersion: () => findProjectsVersion(db), read: () => listMarketplace(db) })

/** @throws Problem `not-found`, also for a draft, unless the reader is its owner or an admin */
export async function findProject(db: Database, id: ProjectId, reader: Account | undefined): Promise<ProjectDetail> {
  const row = await findProjectRow(db, id)
  const mayRead =
    row && (row.isPublished || mayAdminister(reader, 'GET /api/admin/projects') || (reader && row.userId === reader.id))
  if (!mayRead) throw new Problem('not-found')
  return presentDetail(row)
}
