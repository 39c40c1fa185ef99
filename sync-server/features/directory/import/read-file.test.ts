import { expect, test } from 'vitest'
import pages from '#server/seed/data/airtable-directory.json'
import { sortRecords } from './normalise-records.ts'
import { readListingFile } from './read-file.ts'

const read = (text: string) => readListingFile(new TextEncoder().encode(text))
const list = async (text: string) => [...(await sortRecords(read(text))).listed.values()]
const records = pages.flatMap((page): unknown[] => page.records)

test.each<[string, unknown, unknown[]]>([
  ['a list of pages', pages, records],
  ['one page', pages[0], pages[0]?.records ?? []],
  ['a list of records', records, records],
  ['a list of bare field objects', [{ name: 'Ada' }, { fund: 'Analytical' }], [{ name: 'Ada' }, { fund: 'Analytical' }]],
  ['no records at all', [], []],
])('%s is read', (_, content, expected) => {
  expect(read(JSON.stringify(content))).toEqual(expected)
  expect(read(`\ufeff\n${JSON.stringify(content, null, 2)}`)).toEqual(expected)
})

test('a CSV row is a record like any other', async () => {
  const csv = [
    '\ufeffid, Name ,Fund,Investment Stage,Primary Sector,price,limit,verified,Email,Created Time,bio',
    'recAda,Ada Lovelace,Analytical,"seed, Series A",DeFi; payments,75,3 per month,checked,ADA@a.example,2026-01-02T03:04:05.000Z,"Two',
    'lines, ""quoted"""',
    ',,No Partner Fund,,,"$1,500",,no,,,',
    ',,,,,,,,,,',
    'recGone,,,Seed,,,,,x@y.example,,',
  ].join('\r\n')
  const { listed, quarantined } = await sortRecords(read(csv))
  expect([...listed.values()]).toMatchObject([
    {
      id: 'recAda',
      name: 'Ada Lovelace',
      fund: 'Analytical',
      stages: ['Seed', 'Series A'],
      sectors: ['DeFi', 'Payments'],
      price: 7500,
      limit: 3,
      isVerified: true,
      email: 'ada@a.example',
      bio: 'Two\nlines, "quoted"',
      sourceCreatedAt: new Date('2026-01-02T03:04:05.000Z'),
      flags: [],
    },
    { id: expect.stringMatching(/^dir_/), name: 'No Partner Fund', price: 150_000, isVerified: false },
  ])
  expect(quarantined).toMatchObject([{ id: 'recGone', reason: 'neither a name nor a fund' }])
})

test.each([
  ['50', 5000],
  ['99.99', 9999],
  ['100', 100],
  ['$50', 5000],
  ['free', 50],
  ['', null],
])('the price %j of a CSV is parsed like the same number or text in JSON', async (price, expected) => {
  expect((await list(`name,price\nAda,"${price}"`))[0]?.price).toBe(expected)
})

test('rows that are too short or too long are read as far as possible', async () => {
  const listed = await list('name,fund,price\nAda\nBea,Bee Fund,5,stray,stray\n')
  expect(listed).toMatchObject([
    { name: 'Ada', fund: null },
    { name: 'Bea', fund: 'Bee Fund', price: 500 },
  ])
})

test.each([
  ['{"records": 5}', 'neither a page nor a list'],
  ['[{"name": "Ada"', 'its JSON is broken'],
  ['once upon a time', 'neither a name nor a fund column'],
  ['', 'neither a name nor a fund column'],
  ['name,fund\n"Ada,x', 'quotes of row 2'],
])('%j is rejected with a reason', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('a file that is not text is rejected with a reason', () => {
  expect(() => readListingFile(new Uint8Array([0xff, 0xfe, 0x00]))).toThrow('not UTF-8')
})

test('reading a large listing yields to the event loop', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await sortRecords(
    Array.from({ length: 3000 }, (_, at) => ({
      id: `rec${at}`,
      fields: { Name: `Investor ${at}`, 'Primary Sector': 'AI, DeFi' },
    })),
  )
  isOver = true
  expect(turns).toBeGreaterThan(2)
})
