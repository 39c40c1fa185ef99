import { findProject } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listOrders } from '#tests/support/state/orders.ts'

/** A started app, and the state of its projects and their orders. */
export async function setUp() {
  const app = await startTestApp()

  const isPublished = async (id: Parameters<typeof findProject>[1]) => (await findProject(app.database.db, id)).isPublished

  const statusesOf = async (projectId: string) =>
    (await listOrders(app.database.db, { targetId: projectId })).map(({ status }) => status)
  return { app, isPublished, statusesOf }
}
