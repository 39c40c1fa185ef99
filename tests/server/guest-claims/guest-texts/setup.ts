import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { testModules } from '#tests/support/modules.ts'

export const vcId = 'rec1' as VcId

export const request = (principalId: PrincipalId, message: string | null) => ({
  id: newId<string>('req'),
  principalId,
  vcId,
  vcType: 'airtable' as const,
  requestType: 'intro' as const,
  message,
  amount: cents(0),
  day: '2026-11-21',
})

/** A database, and a guest who signs in. */
export async function setUp() {
  const database = await testDatabase()
  const { db } = database
  const { owners } = await testModules(database)
  const projectId = newId<ProjectId>('prj')
  await db.insert(schema.projects).values({ id: projectId })

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

  const report = (principalId: PrincipalId, text: string) => ({
    id: newId<string>('rep'),
    projectId,
    principalId,
    reason: 'spam' as const,
    text,
  })
  return { db, aPair, signIn, report }
}
