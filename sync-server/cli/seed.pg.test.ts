import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { demoPassword, isDemoPassword } from '#server/seed/password.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { seedDemo } from './seed.ts'

const { db, sql } = await testDatabase()
const now = () => new Date('2026-03-01T12:00:00.000Z')
await seedDemo({ db, demoPassword: 'first-password', now })

const count = async (table: string) => (await sql`select count(*)::int as n from ${sql(table)}`)[0]?.n
const stamps = () => sql`
  select id, changed_xid from directory_investors union all select id, changed_xid from cold_investors
  union all select id, changed_xid from projects union all select id, changed_xid from vcs order by id`

test('the complete sample is present', async () => {
  expect(await count('directory_investors')).toBe(394)
  expect(await count('cold_investors')).toBe(64)
  expect(await count('decision_makers')).toBe(202)
  expect(await count('projects')).toBe(96)
})

test('the projects of the sample are on the marketplace, except the rejected ones', async () => {
  const published = await sql`select status, is_published, count(*)::int as n from projects group by 1, 2 order by 1`
  expect(published).toEqual([
    { status: 'rejected', is_published: false, n: 21 },
    { status: 'under review', is_published: true, n: 44 },
    { status: 'verified', is_published: true, n: 31 },
  ])
})

test('seeding again changes nothing, not even a password that its user has changed', async () => {
  const before = {
    stamps: await stamps(),
    users: await sql`select * from users order by id`,
    requests: await count('vc_requests'),
  }
  await seedDemo({ db, demoPassword: 'second-password', now })
  expect({
    stamps: await stamps(),
    users: await sql`select * from users order by id`,
    requests: await count('vc_requests'),
  }).toEqual(before)
})

test('the password of an earlier start remains the valid one', async () => {
  expect(await isDemoPassword(db, 'first-password')).toBe(true)
  expect(await isDemoPassword(db, 'second-password')).toBe(false)
})

test('each demo account can sign in, and has the rights of its role', async () => {
  const rows =
    await sql`select u.*, u.password_proved_at is not null as is_proved, p.id as principal from users u join principals p on p.user_id = u.id
    where u.password is not null order by email`
  expect(rows).toMatchObject([
    { email: 'admin@latchkey.example', is_proved: true, is_approved_investor: false },
    { email: 'founder@latchkey.example', is_proved: true, user_type: 'founder' },
    { email: 'investor@latchkey.example', is_proved: true, is_approved_investor: true, user_type: 'vc' },
  ])
  for (const row of rows) {
    expect(row).toMatchObject({ has_set_password: true, profile_completed: true })
    expect(await Bun.password.verify('first-password', row.password)).toBe(true)
  }
  const listings = await sql`select is_verified, is_active, review_status, user_id from vcs where is_verified`
  expect(listings).toMatchObject([
    { is_verified: true, is_active: true, review_status: 'approved', user_id: 'usr_demo_investor' },
  ])
})

test('a project without a name stays without one, its votes and status are kept', async () => {
  const [named] = await sql`select * from projects where company_name = 'Tally'`
  expect(named).toMatchObject({ status: 'rejected', vote_count: 140, imported_votes: 140, is_published: false, logo_url: null })
  const [nameless] = await sql`select count(*)::int as n from projects where company_name is null`
  expect(nameless?.n).toBe(7)
  const statuses = await sql`select status, count(*)::int as n from projects group by status order by status`
  expect(statuses.map(({ status, n }) => [status, n])).toEqual([
    ['rejected', 21],
    ['under review', 44],
    ['verified', 31],
  ])
})

test('each picture of the sample is a drawn one of this origin, also where an earlier release stored an address of another host', async () => {
  const pictures = () => sql<{ url: string }[]>`
    select image_url as url from directory_investors where image_url is not null
    union all select logo_url from projects where logo_url is not null`
  expect((await pictures()).length).toBeGreaterThan(180)
  await sql`update directory_investors set image_url = 'https://images.northgate-labs.example/ada-o-b.jpg' where image_url like '/sample/%-0%'`
  await sql`update projects set logo_url = 'https://rill-labs.example/logo.png' where logo_url is not null`
  await seedDemo({ db, demoPassword: 'third-password', now })
  expect((await pictures()).filter(({ url }) => !existsSync(`web/public${url}`))).toEqual([])
})

test('an admin finds applications that are new, due and overdue, and open introduction requests', async () => {
  const waiting = await sql`
    select extract(epoch from ${now().toISOString()}::timestamptz - submitted_at)::int / 3600 as hours, u.password from vcs
    join users u on u.id = vcs.user_id where review_status = 'pending' and not is_verified order by hours`
  expect(waiting.map(({ hours }) => hours)).toEqual([1, 5, 27, 52])
  expect(waiting.map(({ password }) => password)).toEqual([null, null, null, null])
  expect(await sql`select message from vc_requests where request_type = 'intro' and answer = 'new'`).toHaveLength(2)
})

test('three investors have the ten requests that enter the leaderboard, all within the window', async () => {
  const demand = await sql`
    select vc_id, count(*)::int as n from vc_requests
    where request_type = 'unlock' and created_at > ${now().toISOString()}::timestamptz - interval '30 days' and created_at <= ${now().toISOString()} group by vc_id order by n desc`
  expect(demand.map(({ n }) => n).filter((n) => n >= 10)).toEqual([18, 14, 11])
  expect(demand).toHaveLength(26)
  const [all] = await sql`select count(*)::int as n from vc_requests where id like 'req\\_demo\\_%'`
  expect(all?.n).toBe(demand.reduce((sum, { n }) => sum + n, 0))
})

test('demo requests come from guests whose session cannot be used', async () => {
  const rows = await sql`select r.id, p.id as guest, p.token_hash from vc_requests r
    join principals p on p.id = r.principal_id where request_type = 'unlock'`
  for (const row of rows)
    expect(row).toMatchObject({
      id: expect.stringMatching(/^req_demo_/),
      guest: expect.stringMatching(/^pri_demo_guest_/),
      token_hash: null,
    })
})

test('a random demo password is stored for the next start, readable only by its owner', async () => {
  const folder = await mkdtemp(`${tmpdir()}/latchkey-seed-`)
  try {
    const first = await demoPassword({ DATA_DIR: `${folder}/new` })
    expect(first).toMatch(/^[\w-]{16}$/)
    expect(await demoPassword({ DATA_DIR: `${folder}/new` })).toBe(first)
    expect((await stat(`${folder}/new/demo-password`)).mode & 0o777).toBe(0o600)
    expect(await demoPassword({ DATA_DIR: folder, DEMO_PASSWORD: 'configured' })).toBe('configured')
  } finally {
    await rm(folder, { recursive: true })
  }
})
