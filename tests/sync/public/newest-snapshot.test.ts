import { expect, test } from 'vitest'
import { addListings, countingLane, listing } from '#tests/support/actors/directory.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'

const database = await soleDatabase()
const { db, sql } = database

test('the changes since a snapshot are read once for each state of the directory', async () => {
  const { lane, counted } = countingLane(database)
  await addListings(db, listing('recA'))
  await lane.snapshot()
  await addListings(db, listing('recB'))
  const [one, ...others] = await Promise.all([lane.newest(), lane.newest(), lane.newest()])
  for (const other of [...others, await lane.newest()]) expect(other).toBe(one)
  expect(one?.put.investors).toMatchObject([{ id: 'recB' }])
  expect(counted.reads).toBe(1)
  await sql`update directory_investors set unlisted_at = now() where id = 'recB'`
  expect(await lane.newest()).toMatchObject({ parts: one?.parts, put: {}, del: { investors: ['recB'] } })
  expect(counted.reads).toBe(2)
})
