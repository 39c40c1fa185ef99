import { expect, test } from 'vitest'
import { investorStats } from '#drizzle/schema/index.ts'
import { DirectoryIndex } from '#shared/directory/directory-index.ts'
import type { VcId } from '#shared/ids.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { investorSource, statsSource } from './sync-source.ts'

const { db } = await testDatabase()

test('a snapshot has its investors in the order in which a device lists them', async () => {
  await addListings(
    db,
    listing('rec1', { name: 'Zoe', sourceCreatedAt: new Date('2026-03-01') }),
    listing('rec2', { name: 'Adam', sourceCreatedAt: new Date('2026-01-01') }),
    listing('rec3', { name: 'Émile' }),
    listing('rec4', { name: 'Bella' }),
    listing('rec5', { name: 'Aaron', isVerified: false }),
  )
  // Requests below the leaderboard give no rank, and do not change the order.
  await db.insert(investorStats).values([
    { id: 'rec1' as VcId, totalRequests: 9, topTag: 'AI', rank: null },
    { id: 'rec4' as VcId, totalRequests: 12, topTag: 'AI', rank: 1 },
  ])
  const { investors, stats } = await db.transaction(async (tx) => ({
    investors: await investorSource.listAll(tx),
    stats: await statsSource.listAll(tx),
  }))
  const device = new DirectoryIndex()
  device.put(investors)
  device.putStats(stats)

  expect(investors.map(({ id }) => id)).toEqual(['rec4', 'rec2', 'rec3', 'rec1', 'rec5'])
  expect(device.query({ limit: 10 }).items.map(({ id }) => id)).toEqual(investors.map(({ id }) => id))
})
