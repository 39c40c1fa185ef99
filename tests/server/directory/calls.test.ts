import { beforeAll, expect, test } from 'vitest'
import { principals, vcRequests, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { refreshStats } from '#server/features/directory/stats/refresh-stats.ts'
import type { Listing, TopVc, VcStats } from '#shared/directory/api-contract.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { CARDS, confirmUnlock, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const app = await startTestApp()
const { visitor, member } = app
const { db, sql } = app.database

/** Inserts requests of as many principals; requests with such ids count without a payment. */
async function ask(vcId: string, people: number) {
  const requesters = Array.from({ length: people }, (_, at) => ({
    id: `pri_${vcId}_${at}` as PrincipalId,
    kind: 'guest' as const,
  }))
  await db.insert(principals).values(requesters)
  await db.insert(vcRequests).values(
    requesters.map(({ id }, at) => ({
      ...{ id: `req_demo_${vcId}_${at}`, vcId: vcId as VcId, vcType: 'airtable' as const, principalId: id },
      ...{ tags: ['DeFi'], requestType: 'unlock' as const, amount: cents(50), day: '2026-11-01' },
    })),
  )
}

const records = [
  {
    id: 'recAda',
    createdTime: '2026-01-02T03:04:05.000Z',
    fields: {
      name: 'Ada Lovelace',
      fund: 'Analytical',
      title: 'Partner',
      verified: true,
      isAngel: true,
      donateToCharity: true,
      'Investment Stage': 'Seed, Series A',
      'Primary Sector': ['DeFi', 'Payments'],
      'Investment Thesis': 'Engines.',
      bio: 'Wrote the first program.',
      'Portfolio Performance': '3x',
      Image: [{ url: 'https://images.example/ada.jpg' }],
      price: '$49.50',
      limit: '7 per month',
      Location: 'London, UK',
      email: 'ada@analytical.example',
      telegram: '@ada_lovelace',
      meetingLink: 'https://cal.example/ada',
      'LinkedIn Profile': 'https://www.linkedin.com/in/ada-example',
      'X Profile': 'https://x.com/ada_example',
      Website: 'https://ada.example',
      'Fund Website': 'https://analytical.example',
    },
  },
  { id: 'recBea', fields: { fund: 'Bea Fund', price: 'write to bea@bea.example' } },
]

beforeAll(async () => {
  await importListing({ db }, { source: 'test', records, confirm: false })
  await db.insert(vcs).values({
    ...{ id: 'vc_cy' as VcId, fundName: 'Cy Capital', partnerName: 'Cy Young', reviewStatus: 'approved' },
    ...{ isVerified: true, isAngel: true, donateToCharity: true },
  })
  await ask('recAda', 12)
  await ask('vc_cy', 20)
  await ask('recBea', 3)
  await refreshStats(app.world)
})

const read = async (client = visitor(), init?: RequestInit) => client.get<Listing>('/api/airtable/vcs', init)

test('the listing has two groups, contains every key that its clients know, and has no contact', async () => {
  const { status, headers, body } = await read()
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, max-age=300')
  expect(Object.keys(body)).toEqual(['verifiedVCs', 'unverifiedVCs'])
  expect(body.verifiedVCs).toEqual([
    {
      ...{ id: 'recAda', vcType: 'airtable', name: 'Ada Lovelace', title: 'Partner', position: 'Partner', fund: 'Analytical' },
      ...{ verified: true, isVentureCapital: false, isAngel: true, donateToCharity: true },
      ...{ Image: [{ url: 'https://images.example/ada.jpg' }], imageUrl: 'https://images.example/ada.jpg' },
      profileImageUrl: 'https://images.example/ada.jpg',
      ...{ 'Investment Stage': ['Seed', 'Series A'], stage: ['Seed', 'Series A'], stages: ['Seed', 'Series A'] },
      ...{ 'Primary Sector': ['DeFi', 'Payments'], specialties: ['DeFi', 'Payments'] },
      ...{ 'Investment Thesis': 'Engines.', thesis: 'Engines.', bio: 'Wrote the first program.', 'Portfolio Performance': '3x' },
      ...{ price: '$49.50', quoteCents: 4950, isPurchasable: true, limit: 7, hasMeetingLink: true },
      ...{ location: 'London, UK', Location: 'London, UK', 'Fund Website': 'https://analytical.example/' },
    },
  ])
  expect(body.unverifiedVCs.map(({ id }) => id)).toEqual(['recBea'])
})

test('a price that cannot be parsed is replaced by the price that will be charged', async () => {
  const { body } = await read()
  expect(body.unverifiedVCs[0]).toMatchObject({ name: 'Bea Fund', price: '$0.50', quoteCents: 50 })
})

test('only a buyer of a contact receives it with that record', async () => {
  const buyer = await member()
  const { body: setup } = await startPayment(buyer, 'recAda')
  await payWithCard(app, setup.clientSecret, CARDS.good)
  await confirmUnlock(buyer, setup.clientSecret, 'recAda')
  // The address in the query has no effect: the session decides.
  const check = (who: Client) =>
    who.get<{ hasUnlocked: boolean }>('/api/check-vc-unlock?vcId=recAda&vcType=airtable&email=anonymous@latchkey.example')
  expect((await check(buyer)).body.hasUnlocked).toBe(true)
  expect((await check(visitor())).body.hasUnlocked).toBe(false)
  const { headers, body } = await read(buyer)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.verifiedVCs[0]).toMatchObject({
    ...{ email: 'ada@analytical.example', telegram: '@ada_lovelace' },
    ...{ meetingLink: 'https://cal.example/ada', 'Meeting/Calendly Link': 'https://cal.example/ada' },
    ...{ linkedin: 'https://www.linkedin.com/in/ada-example', 'X Profile': 'https://x.com/ada_example' },
    website: 'https://ada.example/',
  })
  for (const other of [visitor(), await member()]) {
    expect(JSON.stringify((await read(other)).body)).not.toMatch(
      /ada@analytical|ada_lovelace|\/\/cal\.example|ada_example|ada\.example/,
    )
  }
})

test('an unchanged listing is not sent twice, and a change is visible immediately', async () => {
  const before = await read()
  const etag = before.headers.get('etag') ?? ''
  expect((await read(visitor(), { headers: { 'if-none-match': etag } })).status).toBe(304)
  await sql`update directory_investors set bio = 'Rewritten.' where id = 'recAda'`
  const after = await read(visitor(), { headers: { 'if-none-match': etag } })
  expect(after.status).toBe(200)
  expect(after.body.verifiedVCs[0]?.bio).toBe('Rewritten.')
})

test.each<[path: string, stats: VcStats]>([
  ['/recAda/airtable', { totalRequests: 12, topTag: 'DeFi', openToAngel: true, donatesToCharity: true, rank: 2 }],
  ['/vc_cy/platform', { totalRequests: 20, topTag: 'DeFi', openToAngel: true, donatesToCharity: true, rank: 1 }],
  // A wrong type means the same investor: ids are unique across both kinds.
  ['/vc_cy/airtable', { totalRequests: 20, topTag: 'DeFi', openToAngel: true, donatesToCharity: true, rank: 1 }],
  ['/recBea/airtable', { totalRequests: 3, topTag: 'DeFi', openToAngel: false, donatesToCharity: false, rank: null }],
  ['/recNobody/airtable', { totalRequests: 0, topTag: 'N/A', openToAngel: false, donatesToCharity: false, rank: null }],
])('the stats of %s, by path and by parameters', async (path, stats) => {
  const [, vcId, vcType] = path.split('/')
  for (const address of [`/api/vc-stats${path}`, `/api/vc-stats?vcId=${vcId}&vcType=${vcType}`, `/api/vc-stats?vcId=${vcId}`]) {
    const { status, headers, body } = await visitor().get(address)
    expect({ status, body }).toEqual({ status: 200, body: stats })
    expect(headers.get('cache-control')).toBe('public, max-age=60')
  }
})

test.each(['?vcId=', '?vcType=airtable', '/../platform', '/recAda/other'])('stats of %j are refused', async (tail) => {
  const { status, headers } = await visitor().get(`/api/vc-stats${tail}`)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the ranking lists the public investors with enough requests, the most requested first', async () => {
  const { headers, body } = await visitor().get<TopVc[]>('/api/top-vcs')
  expect(body).toEqual([
    { vcId: 'vc_cy', vcType: 'platform', requests: 20, rank: 1, topTag: 'DeFi', openToAngel: true, donatesToCharity: true },
    { vcId: 'recAda', vcType: 'airtable', requests: 12, rank: 2, topTag: 'DeFi', openToAngel: true, donatesToCharity: true },
  ])
  expect(headers.get('cache-control')).toBe('public, max-age=60')
})

test('an investor who is no longer listed is in no ranking, even before the numbers are counted again', async () => {
  await sql`update directory_investors set unlisted_at = now() where id = 'recAda'`
  expect((await visitor().get<TopVc[]>('/api/top-vcs')).body.map(({ vcId }) => vcId)).toEqual(['vc_cy'])
  expect((await visitor().get('/api/vc-stats/recAda/airtable')).body).toMatchObject({
    totalRequests: 0,
    topTag: 'N/A',
    rank: null,
  })
  expect((await read()).body.verifiedVCs).toEqual([])
})
