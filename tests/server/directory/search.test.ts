import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { investorStats, principals, vcRequests } from '#drizzle/schema/index.ts'
import { refreshExtent } from '#server/features/directory/extent/refresh-extent.ts'
import { listStats } from '#server/features/directory/queries.ts'
import { refreshStats } from '#server/features/directory/stats/refresh-stats.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { DirectoryIndex, type DirectoryQuery } from '#shared/directory/directory-index.ts'
import { AskedInvestors, FoundInvestors } from '#shared/directory/search-contract.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listOnDevices, listSearchable } from '#tests/support/state/investors.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

// cspell:ignore zqxcanary lovelase lovel lukasz Chloé Seedman tokyoo

const DEVICE_LIMIT = 2
const app = await startTestApp({ env: { DIRECTORY_LIMIT: String(DEVICE_LIMIT) } })
const { db, sql } = app.database

const STAGES = ['Pre-Seed', 'Seed', 'Series A']
const SECTORS = ['DeFi', 'Gaming', 'Infrastructure', 'AI']
const PLACES = ['Lisbon, Portugal', 'London, UK', 'Tokyo, Japan', 'São Paulo, Brazil']
const NAMES = ['Ada Lovelace', 'Émile Zola', 'Bob Łukasz', 'Chloé Ng', 'Dana O’Brien', '田中太郎', 'Zed Seedman', 'Ann']

const sample = (at: number) =>
  listing(`rec${String(at).padStart(3, '0')}`, {
    name: `${NAMES[at % NAMES.length]} ${at}`,
    fund: at % 3 === 0 ? `Seed Fund ${at}` : null,
    isVerified: at % 40 === 0,
    isAngel: at % 2 === 0,
    isVentureCapital: at % 5 !== 0,
    stages: [STAGES[at % 3] ?? ''],
    sectors: [SECTORS[at % 4] ?? ''],
    location: PLACES[at % 4] ?? null,
    investmentThesis: at % 7 === 0 ? 'We back fintech founders in Lisbon' : 'Protocols and payments',
    price: at % 6 === 0 ? null : cents(1000 + (at % 50) * 100),
    sourceCreatedAt: new Date(Date.UTC(2026, 0, 1 + (at % 90))),
    email: `zqxcanary${at}@example.com`,
    telegram: '@zqxcanary',
    meetingLink: 'https://zqxcanary.example/',
  })

/** What the search returns, in the index of a device: both have to agree. */
const device = new DirectoryIndex()

beforeAll(async () => {
  await addListings(db, ...Array.from({ length: 200 }, (_, at) => sample(at)))
  for (const [id, people] of [
    ['rec101', 30],
    ['rec102', 20],
    ['rec103', 5],
  ] as const)
    await requestBy(id, people)
  await refreshStats({ db, now: () => new Date() })
  for (const [id, replyRate, replyHours] of [
    ['rec101', 40, 3],
    ['rec104', 90, 30],
    ['rec105', 90, 2],
    ['rec106', 0, 7],
  ] as const) {
    const replies = { replyRate, replyHours }
    const row = { id: id as VcId, totalRequests: 1, topTag: 'AI', ...replies }
    await db.insert(investorStats).values(row).onConflictDoUpdate({ target: investorStats.id, set: replies })
  }
  await keepStats()
  while ((await refreshExtent({ db, deviceLimit: DEVICE_LIMIT })) === 'continue');
  const ids = await listSearchable(db)
  for (let at = 0; at < ids.length; at += 50) device.put(await ask(ids.slice(at, at + 50)))
  device.putStats(await listStats(db))
})

/** The app computes them again every minute, from purchases that these investors do not have. */
async function keepStats() {
  await sql`create function keep_row() returns trigger language plpgsql as $$ begin return null; end $$`
  await sql`create trigger keep_row before insert or update or delete on investor_stats for each row execute function keep_row()`
}

/** Requests of as many people; those with such ids count without a payment. */
async function requestBy(vcId: string, people: number) {
  const requesters = Array.from({ length: people }, (_, at) => ({
    id: `pri_${vcId}_${at}` as PrincipalId,
    kind: 'guest' as const,
  }))
  await db.insert(principals).values(requesters)
  const request = { vcId: vcId as VcId, vcType: 'airtable', requestType: 'unlock', amount: cents(50), day: '2026-11-01' } as const
  await db
    .insert(vcRequests)
    .values(requesters.map(({ id }, at) => ({ ...request, id: `req_demo_${vcId}_${at}`, principalId: id, tags: ['AI'] })))
}

async function ask(ids: string[]): Promise<Investor[]> {
  const { status, body } = await app.visitor().get(`/api/directory/investors?ids=${ids.join(';')}`)
  expect(status).toBe(200)
  return v.parse(AskedInvestors, body).investors
}

async function page(query: Record<string, string | number>) {
  const written = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, body } = await app.visitor().get(`/api/directory/search?${written}`)
  expect([status, body]).toEqual([200, body])
  return v.parse(FoundInvestors, body)
}

/** All pages, and the number that the first one names. */
async function findAll(query: Record<string, string | number>) {
  const first = await page(query)
  const items = [...first.items]
  for (let { next } = first; next; ) {
    const more = await page({ ...query, after: next })
    items.push(...more.items)
    next = more.next
  }
  return { total: first.total, ids: items.map(({ id }) => id) }
}

const SORTS = ['best', 'name', 'price', 'price-high', 'requests', 'replies', 'newest'] as const

const queries: DirectoryQuery[] = [
  {},
  ...SORTS.map((sort) => ({ sort })),
  ...SORTS.map((sort) => ({ sort, text: 'seed' })),
  ...[
    'ada',
    'ADA love',
    'lovelase',
    'émile',
    'lukasz',
    'obrien',
    '田中',
    'fintech',
    'lisbon fi',
    'an',
    'infra',
    'tokyoo',
    'fund seed 3',
    'nothing',
  ].map((text) => ({ text })),
  { stage: 'pre seed' },
  { stage: 'Seed;Series A', sector: 'defi' },
  { location: 'sao pau' },
  { location: 'lis', text: 'ada' },
  { kind: 'angel', sector: 'AI' },
  { kind: 'vc', minPrice: 2000, maxPrice: 3000, sort: 'price' },
]

test.each(queries)('finds what a device would find, in its order: %o', async (query) => {
  const expected = device.query({ ...query, limit: 1000 })
  const found = await findAll(query as Record<string, string | number>)
  expect(found).toEqual({ total: expected.total, ids: expected.items.map(({ id }) => id) })
})

test('an investor on devices is not in the search: a list has both without repeating one', async () => {
  const { ids } = await findAll({})
  const onDevices = await listOnDevices(db)
  expect(onDevices).toHaveLength(DEVICE_LIMIT)
  expect(ids).toHaveLength(200 - DEVICE_LIMIT)
  expect(ids.filter((id) => onDevices.includes(id))).toEqual([])
})

test('a reply has the public data of an investor and no contact detail', async () => {
  const replies = [await page({ text: 'ada' }), await ask(['rec001', 'rec002'])]
  expect(replies[0]).not.toMatchObject({ items: [] })
  expect(JSON.stringify(replies)).not.toContain('zqxcanary')
  // Nor is a contact found by its text.
  expect(await page({ text: 'zqxcanary' })).toEqual({ items: [], total: 0 })
})

test('an investor who is taken off the listing is in no reply, before any job has run', async () => {
  const [hidden] = (await page({ text: 'zola' })).items
  if (!hidden) throw new Error('The sample has no such investor.')
  await sql`update directory_investors set unlisted_at = now() where id = ${hidden.id}`
  expect((await page({ text: 'zola' })).items.map(({ id }) => id)).not.toContain(hidden.id)
  expect(await ask([hidden.id])).toEqual([])
  await sql`update directory_investors set unlisted_at = null where id = ${hidden.id}`
})

test('a position that no page has returned is refused', async () => {
  for (const after of ['x', 'e30', Buffer.from('{"group":-1,"key":""}').toString('base64url')]) {
    expect((await app.visitor().get(`/api/directory/search?after=${after}`)).status).toBe(422)
  }
})

test('a search that takes too long is refused as too wide, and is no failure of the server', async () => {
  const { createSearch } = await import('#server/features/directory/search/search-investors.ts')
  const log = { warn: () => undefined }
  const search = createSearch({ db, log, timeoutMs: 50 })
  const [isLocked, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = sql.begin(async (tx) => {
    await tx`lock table directory_search in access exclusive mode`
    isLocked.resolve()
    await isDone.promise
  })
  await isLocked.promise
  await expect(search({ text: 'ada' })).rejects.toMatchObject({ code: 'directory.search-too-wide', status: 422 })
  isDone.resolve()
  await holding
  const patient = createSearch({ db, log, timeoutMs: DEADLINE_MS })
  expect((await patient({ text: 'ada' })).items.length).toBeGreaterThan(0)
})

test('text with the syntax of a search is only text', async () => {
  for (const text of ["a' | 'b", 'ada & !zola', "\\' :* <->", '%_%', "'"]) await page({ text })
  expect((await page({ text: "ada' & 'love" })).items.length).toBeGreaterThan(0)
})

test('without the extension for trigrams whole words and beginnings are found, and the log says once what is missing', async () => {
  const { createSearch } = await import('#server/features/directory/search/search-investors.ts')
  await sql`alter index directory_words_trigrams rename to set_aside`
  const warnings: unknown[] = []
  const search = createSearch({ db, log: { warn: (...line: unknown[]) => void warnings.push(line) } as never })
  expect((await search({ text: 'lovel' })).total).toBeGreaterThan(0)
  expect((await search({ text: 'lovelase' })).total).toBe(0)
  expect(warnings).toHaveLength(1)
  await sql`alter index set_aside rename to directory_words_trigrams`
})
