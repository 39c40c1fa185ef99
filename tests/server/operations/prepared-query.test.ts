import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { savedInvestors } from '#drizzle/schema/index.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import type { VcId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { TestWorld } from '#tests/sync/support/world.ts'

const database = await testDatabase()
const { db } = database
const world = new TestWorld({ database })
const { principalId: ada } = await world.account('ada')
const { principalId: ben } = await world.account('ben')
const save = (principalId: typeof ada, vcId: string) => ({ principalId, vcId: vcId as VcId })

afterEach(() => db.delete(savedInvestors))

test('a prepared query returns each principal’s own rows, and sees the state of its transaction', async () => {
  const savedBy = preparedQuery((queryable, of: PrincipalKey) =>
    queryable.select({ vcId: savedInvestors.vcId }).from(savedInvestors).where(eq(savedInvestors.principalId, of)),
  )
  await db.insert(savedInvestors).values([save(ada, 'recA'), save(ben, 'recB')])
  expect(await Promise.all([savedBy(db, ada), savedBy(db, ben)])).toEqual([[{ vcId: 'recA' }], [{ vcId: 'recB' }]])
  await db.transaction(async (tx) => {
    await tx.insert(savedInvestors).values(save(ada, 'recC'))
    expect(await savedBy(tx, ada)).toHaveLength(2)
    expect(await savedBy(db, ada)).toHaveLength(1)
  })
  expect(await savedBy(db, ada)).toHaveLength(2)
})

test('reads in one snapshot see one instant despite concurrent commits, and cannot write', async () => {
  const counts = await withRepeatableRead(db, async (tx) => {
    const before = await tx.$count(savedInvestors)
    await db.insert(savedInvestors).values(save(ada, 'recA'))
    return [before, await tx.$count(savedInvestors)]
  })
  expect(counts).toEqual([0, 0])
  await expect(withRepeatableRead(db, (tx) => tx.delete(savedInvestors))).rejects.toThrow()
})
