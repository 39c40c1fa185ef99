import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import pages from '#server/seed/data/airtable-directory.json'
import { VcId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'
import { type ImportedRecord, normaliseListing } from './normalise-record.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const records = pages.flatMap((page): unknown[] => page.records)

function list(fields: Record<string, unknown>): ImportedRecord {
  const normalised = normaliseListing(
    { id: 'recTest', createdTime: '2026-02-03T09:00:00.000Z', fields: { name: 'Ada', ...fields } },
    hash,
  )
  if (!('listed' in normalised)) throw new Error(normalised.quarantined)
  return normalised.listed
}

const sample = (id: string) => {
  const normalised = normaliseListing(
    records.find((record) => typeof record === 'object' && record !== null && 'id' in record && record.id === id),
    hash,
  )
  if (!('listed' in normalised)) throw new Error(normalised.quarantined)
  return normalised.listed
}

test('every record of the sample listing is listed', () => {
  expect(records).toHaveLength(394)
  expect(records.map((record) => normaliseListing(record, hash)).filter((one) => !('listed' in one))).toEqual([])
})

test.each<[id: string, columns: Record<string, unknown>, flagged: string[]]>([
  ['recBIZQ4nN037RVQv', { name: 'Heliograph Growth', fund: 'Heliograph Growth', price: 50, priceRaw: '$abc' }, ['price']],
  ['rec5Oyl6LtheMpKxw', { stages: ['Series C', 'Seed'], sectors: ['Gaming', 'NFTs'], price: 1_000_000_000 }, []],
  ['rec2z8jE4mnWJ5cme', { name: 'Ines Duarte', stages: ['Seed', 'Series A'], sectors: ['DeFi', 'Payments'] }, ['price']],
  ['rec8odbR147twAO2Y', { name: 'Oskar 🦊 Nygaard', isVerified: false, price: 50 }, ['price']],
  ['recixkxGTRwMDwkwU', { name: 'يوسف فاروق', fund: 'صندوق الواحة', location: 'Cairo, Egypt' }, []],
  ['recZOQspnaggEDaAL', { name: '山本 芽衣', price: 9999 }, []],
  ['reci5qB6WBzSFkqpF', { name: 'Grace Whitfield', fund: null, price: 100 }, ['price']],
  ['recd9UWboaj2ashtG', { price: 9900, email: 'grace@kestrel-partners.example' }, []],
  [
    'recThSerAThthqKBr',
    {
      meetingLink: 'https://calendly.com/ravi-iyer',
      linkedinUrl: 'https://linkedin.com/in/ravi-iyer-example',
      twitterUrl: 'https://x.com/raviiyer_ex',
    },
    [],
  ],
  ['recFfMamCPAJTBqJ6', { isVerified: true, limit: 3, imageUrl: 'https://images.basalt.example/t.jpg' }, ['price']],
  ['recB3G8kIWNjBymyB', { fund: 'Quarry & Sons <b>Capital</b>', price: 30, website: null }, ['website']],
  ['rec2hMtD8AJexQvBH', { name: 'Windrose Fund', fund: 'Windrose Fund', price: 1000 }, []],
  ['recjwhYciFQIQZt80', { name: 'Null Island', email: null, price: 500 }, ['email']],
  ['recaXZAVNmVQmb0UW', { price: null, limit: null, imageUrl: null }, []],
])('%s of the sample is parsed as intended', (id, columns, flagged) => {
  const listed = sample(id)
  expect(listed).toMatchObject(columns)
  expect(listed.flags.map((flag) => flag.field)).toEqual(flagged)
})

test('markup in a text is kept as text', () => {
  expect(sample('recB3G8kIWNjBymyB').bio).toBe('<img src=x onerror="alert(1)"> Backs builders.')
})

test('alternative names of a field are read', () => {
  const plain = list({
    partner: 'ignored',
    fundName: 'Analytical',
    position: 'Partner',
    stages: 'seed',
    specialties: ['ai/ml'],
    thesis: 'T',
    Location: 'London',
    profileImageUrl: 'https://a.example/p.png',
    'Fund Website': 'analytical.example',
    Website: 'https://ada.example',
    meetingUrl: 'cal.example/ada',
    'LinkedIn Profile': 'https://linkedin.com/in/ada',
    'X Profile': 'https://x.com/ada',
    telegram: 'https://t.me/ada_lovelace',
  })
  expect(plain).toMatchObject({
    name: 'Ada',
    fund: 'Analytical',
    title: 'Partner',
    stages: ['Seed'],
    sectors: ['AI/ML'],
    investmentThesis: 'T',
    location: 'London',
    imageUrl: 'https://a.example/p.png',
    fundWebsite: 'https://analytical.example/',
    website: 'https://ada.example/',
    meetingLink: 'https://cal.example/ada',
    linkedinUrl: 'https://linkedin.com/in/ada',
    twitterUrl: 'https://x.com/ada',
    telegram: '@ada_lovelace',
    flags: [],
  })
})

test('a personal website is never published as the fund’s', () => {
  expect(list({ website: 'https://ada.example', Website: 'https://ada.example' }).fundWebsite).toBeNull()
})

test('after an unusable link the next name of the field is read', () => {
  const listed = list({ 'Meeting/Calendly Link': 'javascript:alert(1)', meetingLink: 'https://cal.example/ada' })
  expect(listed.meetingLink).toBe('https://cal.example/ada')
  expect(listed.flags).toEqual([{ field: 'Meeting/Calendly Link', reason: 'dropped: not a safe link' }])
})

test.each([
  ['https://user:secret@a.example'],
  ['data:text/html,x'],
  ['java\nscript:alert(1)'],
  ['http://localhost/x'],
  ['not a link'],
  [{ href: 'https://a.example' }],
  [`https://a.example/${'x'.repeat(3000)}`],
])('%j is not stored as a link', (meetingLink) => {
  const listed = list({ meetingLink })
  expect(listed.meetingLink).toBeNull()
  expect(listed.flags).toHaveLength(1)
})

test.each([
  [[{ url: 'http://a.example/1.png' }, { url: 'https://a.example/2.png' }], 'https://a.example/2.png', 0],
  [['https://a.example/2.png'], 'https://a.example/2.png', 0],
  [{ url: 'https://a.example/2.png' }, 'https://a.example/2.png', 0],
  ['http://a.example/1.png', null, 1],
  [[{ url: 42 }], null, 1],
  [[], null, 0],
  ['', null, 0],
])('of the pictures %j the first usable one is kept', (Image, imageUrl, flagged) => {
  const listed = list({ Image })
  expect(listed.imageUrl).toBe(imageUrl)
  expect(listed.flags).toHaveLength(flagged)
})

test.each([
  [3, 3],
  [3.9, 3],
  ['3 per month', 3],
  [0, null],
  ['0', null],
  [-1, null],
  ['many', null],
  [1e12, null],
  [[3], null],
])('a limit of %j is %j introductions', (limit, expected) => {
  expect(list({ limit }).limit).toBe(expected)
})

test.each([
  [
    ['Seed', 'seed', ' SEED ', 'Series C'],
    ['Seed', 'Series C'],
  ],
  ['pre seed; Series B, series b+', ['Pre-Seed', 'Series B', 'Series B+']],
  [['Series C, and later'], ['Series C, and later']],
  [[42, null, 'Angel'], ['Angel']],
  [{ stage: 'Seed' }, []],
  [7, []],
])('stages %j are stored as %j', (stages, expected) => {
  expect(list({ stages }).stages).toEqual(expected)
})

test.each([
  ['yes', true],
  ['TRUE', true],
  [1, true],
  ['checked', true],
  ['no', false],
  ['', false],
  ['perhaps', false],
  [{}, false],
])('verified %j is %j', (verified, expected) => {
  expect(list({ verified }).isVerified).toBe(expected)
})

test('long and unprintable text is truncated and cleaned, never rejected', () => {
  const listed = list({ name: `A\u0000d\u202ea${'🦊'.repeat(500)}`, bio: `${'x'.repeat(9999)}🦊tail`, title: '\u200b\u0007' })
  expect(listed.name).toHaveLength(199)
  expect(listed.name.startsWith('Ada🦊')).toBe(true)
  expect(listed.bio).toBe('x'.repeat(9999))
  expect(listed.title).toBeNull()
  expect(listed.flags.map((flag) => flag.field)).toEqual(['name', 'bio'])
})

test('line breaks of a biography are kept, those of a name are removed', () => {
  const listed = list({ name: 'Ada\r\nLovelace', bio: 'One.\r\nTwo.' })
  expect(listed).toMatchObject({ name: 'Ada Lovelace', bio: 'One.\nTwo.' })
})

test.each([
  [null],
  [42],
  ['text'],
  [[]],
  [{}],
  [{ fields: null }],
  [{ id: 'rec1', fields: 'x' }],
  [{ id: 'rec1', fields: { name: ' ', fund: {} } }],
])('%j is quarantined with a reason', (record) => {
  expect(normaliseListing(record, hash)).toMatchObject({ quarantined: expect.stringMatching(/./) })
})

test('a record without a usable id gets the same one at every import, even if its price changes', () => {
  const [one, other] = [5, 6].map((price) => normaliseListing({ name: 'Ada', fund: 'Analytical', price }, hash))
  expect(one && 'listed' in one && one.listed.id).toMatch(/^dir_[0-9a-f]{32}$/)
  expect(one && 'listed' in one && one.listed.id).toBe(other && 'listed' in other && other.listed.id)
})

test('a foreign id cannot collide with a platform investor’s', () => {
  const normalised = normaliseListing({ id: 'vc_0198', fields: { name: 'Mallory' } }, hash)
  expect('listed' in normalised && normalised.listed.id).toMatch(/^dir_/)
})

const names = Object.keys(Object.assign({}, ...pages.flatMap((page) => page.records.map((record) => record.fields))))
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constantFrom('javascript:1', '\ud800', '\u0000', '$1e999', -1),
)
const anyRecord = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { id: hostile, createdTime: hostile, fields: fc.dictionary(fc.constantFrom(...names), hostile) },
    { requiredKeys: [] },
  ),
)

test('any record is either quarantined or fits the columns', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const normalised = normaliseListing(record, hash)
      if (!('listed' in normalised)) {
        expect(normalised.quarantined).not.toBe('')
        return
      }
      const { listed } = normalised
      expect(v.is(VcId, listed.id)).toBe(true)
      expect(listed.name.length).toBeGreaterThan(0)
      for (const key of ['name', 'fund', 'title', 'location'] as const) expect(listed[key]?.length ?? 0).toBeLessThanOrEqual(200)
      for (const key of ['bio', 'investmentThesis', 'portfolioPerformance'] as const) {
        expect(listed[key]?.length ?? 0).toBeLessThanOrEqual(10_000)
      }
      for (const key of ['imageUrl', 'fundWebsite', 'meetingLink', 'linkedinUrl', 'twitterUrl', 'website'] as const) {
        const url = listed[key]
        expect(url === null || safeUrl(url) === url).toBe(true)
      }
      expect(listed.price === null || (Number.isSafeInteger(listed.price) && listed.price >= 0)).toBe(true)
      expect(listed.limit === null || (Number.isInteger(listed.limit) && listed.limit >= 1)).toBe(true)
      expect(JSON.stringify(listed)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    }),
    { numRuns: 2000 },
  )
})
