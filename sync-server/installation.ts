import { installation } from '#drizzle/schema/index.ts'
import type { Database } from './db.ts'
import { newId } from './new-id.ts'

/** The name of this installation: made once, kept in the database, shared by its nodes. */
export function createInstallation(db: Database): () => Promise<string> {
  let known: string | undefined
  return async () => {
    if (known !== undefined) return known
    await db
      .insert(installation)
      .values({ key: newId('ins') })
      .onConflictDoNothing()
    const [row] = await db.select().from(installation)
    if (!row) throw new Error('The installation has no name')
    known = row.key
    return known
  }
}
