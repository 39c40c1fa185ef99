import { beforeAll, expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import { createPlatform } from '#server/features/directory/platform-investors-api.ts'
import type { VcId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { db } = await testDatabase()
const platform = createPlatform(db)

beforeAll(async () => {
  await db.insert(vcs).values({
    ...{ id: 'vc_cy' as VcId, fundName: 'Cy Capital', partnerName: 'Cy Young', reviewStatus: 'approved' },
    ...{ isVerified: true, isAngel: true, stage: ['Seed'], sectors: ['DeFi'] },
  })
})

test('a filter has one answer in any spelling', async () => {
  const { answer, bytes } = await platform({ stage: 'Seed' })
  expect(bytes).toBeGreaterThan(0)
  for (const stage of ['seed', ' Seed', 'SEED  ']) expect(await platform({ stage })).toEqual({ answer, bytes: 0 })
  const all = await platform({})
  for (const filter of [{ stage: 'All' }, { sector: 'all' }, { stage: 'ALL', sector: 'All' }]) {
    expect((await platform(filter)).answer).toBe(all.answer)
  }
})

test('filters that match no investor share one empty answer, which costs nothing', async () => {
  const { answer } = await platform({ stage: 'nothing of this name' })
  for (let at = 0; at < 5; at += 1) expect(await platform({ sector: `invented ${at}` })).toEqual({ answer, bytes: 0 })
  expect(await (await answer.reply(new Request('http://localhost/api/vcs'), 'no-store')).json()).toEqual([])
})
