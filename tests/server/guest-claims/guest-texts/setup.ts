import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { testModules } from '#tests/support/modules.ts'
import { addReportedProject } from '#tests/support/principal-texts.ts'

/** A database, and a guest who signs in. */
export async function setUp() {
  const database = await testDatabase()
  const { db } = database
  const { owners } = await testModules(database)
  await addReportedProject(db)

  /** Two principals, of which the first one signs in as the second one. */
  async function aPair() {
    const pair = { guest: newId<PrincipalId>('pri'), account: newId<PrincipalId>('pri') }
    await db.insert(schema.principals).values(Object.values(pair).map((id) => ({ id, kind: 'guest' as const, tokenHash: id })))
    return pair
  }

  const signIn = ({ guest, account }: Awaited<ReturnType<typeof aPair>>) =>
    db.transaction(async (tx) => {
      for (const moveOwner of owners) await moveOwner(tx, guest, account)
    })

  return { db, aPair, signIn }
}
