import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/database/migrate.ts'
import { databaseOf } from '#tests/support/releases/release.ts'

const database = await databaseOf('0057', { people: {}, facts: {}, rows: [] })
const { sql } = database

test('votes of founders for their own projects are withdrawn by the upgrade, and those of others stay', async () => {
  await sql`insert into users (id, email) values ('usr_a', 'a@own-votes.example'), ('usr_b', 'b@own-votes.example')`
  await sql`insert into projects (id, user_id, company_name, is_published) values ('prj_a', 'usr_a', 'Tally', true)`
  await sql`insert into project_votes (project_id, user_id, principal_id) values
    ('prj_a', 'usr_a', 'pri_a'), ('prj_a', 'usr_b', 'pri_b')`
  expect(await sql`select vote_count from projects`).toEqual([{ vote_count: 2 }])
  await migrateDatabase(database)
  expect(await sql`select user_id, is_cast from project_votes order by user_id`).toEqual([
    { user_id: 'usr_a', is_cast: false },
    { user_id: 'usr_b', is_cast: true },
  ])
  expect(await sql`select vote_count from projects`).toEqual([{ vote_count: 1 }])
})
