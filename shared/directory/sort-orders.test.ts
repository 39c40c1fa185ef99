import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import type { Investor } from './contract.ts'
import { orders, toRanked } from './sort-orders.ts'

// cspell:ignore ayda

const [template] = makeInvestors(1)
if (template === undefined) throw new Error('no investor was made')

const investor = (name: string, fields: Partial<Investor> = {}, rank: number | null = null, totalRequests = 0) =>
  toRanked(
    {
      ...template,
      id: name as Investor['id'],
      name,
      isVerified: false,
      quote: cents(500),
      listedAt: '2026-01-01T00:00:00.000Z',
      ...fields,
    },
    { id: name as Investor['id'], topTag: 'N/A', totalRequests, rank },
  )

const people = [
  investor('Zoë', { isVerified: true }),
  investor('ayda', { isVerified: true, quote: cents(50) }),
  investor('Özil', { isVerified: true }, 2, 20),
  investor('🦊', { quote: cents(99) }, null, 9),
  investor('Bo', { listedAt: '2026-03-01T00:00:00.000+02:00' }, 1, 30),
  investor('Ann', { listedAt: '2026-02-28T23:00:00.000Z' }),
]

test.each<[sort: keyof typeof orders, names: string[]]>([
  // An unverified investor is sorted after every verified one, independent of demand.
  ['best', ['Özil', 'ayda', 'Zoë', 'Bo', 'Ann', '🦊']],
  // A name without a letter is last.
  ['name', ['Ann', 'ayda', 'Bo', 'Özil', 'Zoë', '🦊']],
  ['price', ['ayda', 'Özil', 'Zoë', 'Bo', 'Ann', '🦊']],
  ['requests', ['Bo', 'Özil', '🦊', 'ayda', 'Zoë', 'Ann']],
  // Compared as instants, not as texts: Bo's is an hour before Ann's.
  ['newest', ['Ann', 'Bo', 'Özil', 'ayda', 'Zoë', '🦊']],
])('%s', (sort, names) => {
  expect(people.toSorted(orders[sort]).map(({ doc }) => doc.name)).toEqual(names)
  expect(
    people
      .toReversed()
      .toSorted(orders[sort])
      .map(({ doc }) => doc.name),
  ).toEqual(names)
})

test('replies are ordered by their share, then by their time, and too few replies come last', () => {
  const replying = (name: string, replyRate: number, replyHours: number) => {
    const ranked = investor(name)
    return { ...ranked, stats: { id: ranked.doc.id, topTag: 'N/A', totalRequests: 0, rank: null, replyRate, replyHours } }
  }
  const five = [
    investor('too few', { isVerified: true }, 1, 30),
    replying('never', 0, 4),
    replying('half, slowly', 50, 400_000),
    replying('half, at once', 50, 0),
    replying('all', 100, 90),
  ]
  const names = five.toSorted(orders.replies).map(({ doc }) => doc.name)
  expect(names).toEqual(['all', 'half, at once', 'half, slowly', 'never', 'too few'])
})

test('prices are those on the cards: the charge of verified investors, the asking price of the others, and on request last', () => {
  const priced = [
    investor('charged 5', { isVerified: true, price: cents(0), quote: cents(500) }),
    investor('wishes 9', { price: cents(900), quote: cents(900) }),
    investor('wishes nothing named', { price: null, quote: cents(50) }),
    investor('on request', { price: cents(10_000_000_000), quote: cents(10_000_000_000), isPurchasable: false }),
  ]
  const sorted = (sort: keyof typeof orders) => priced.toSorted(orders[sort]).map(({ doc }) => doc.name)
  expect(sorted('price')).toEqual(['charged 5', 'wishes 9', 'wishes nothing named', 'on request'])
  expect(sorted('price-high')).toEqual(['wishes nothing named', 'wishes 9', 'charged 5', 'on request'])
})
