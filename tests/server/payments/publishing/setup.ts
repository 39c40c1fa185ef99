import { eq } from 'drizzle-orm'
import { orders } from '#drizzle/schema/index.ts'
import { findProject } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'

/** A started app, and the state of its projects and their orders. */
export async function setUp() {
  const app = await startTestApp()

  const isPublished = async (id: Parameters<typeof findProject>[1]) => (await findProject(app.database.db, id)).isPublished

  const statusesOf = async (projectId: string) =>
    (
      await app.database.db
        .select({ status: orders.status })
        .from(orders)
        .where(eq(orders.targetId, projectId))
        .orderBy(orders.id)
    ).map(({ status }) => status)
  return { app, isPublished, statusesOf }
}
