import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { boardOrder, marketSections } from './market-sections.tsx'

const investor = (id: string, isVerified: boolean) => sampleInvestor({ id: id as VcId, isVerified })
const [ann, bob, cem] = [investor('ann', true), investor('bob', false), investor('cem', true)]

test('All Investors includes the verified ones, in the order of the board', () => {
  const { sections, links } = marketSections([ann, cem, bob], [bob, cem, ann])
  const idsOf = (investors: (typeof sections)[number]['investors'] = []) => investors.map(({ id }) => id)
  expect(sections.map(({ id, investors }) => [id, idsOf(investors)])).toEqual([
    ['verified', ['ann', 'cem']],
    ['all', ['bob', 'cem', 'ann']],
  ])
  expect(links.map(({ label, count }) => `${count} ${label}`)).toEqual(['2 verified', '3 in all'])
})

test.each([
  [{}, { sort: 'requests' }],
  [{ stage: 'Seed' }, { sort: 'requests' }],
  [{ text: ' ' }, { sort: 'requests' }],
  [{ text: 'marit' }, {}],
  [{ sort: 'name' }, {}],
] as const)('the query %j is ordered by %j', (query, order) => {
  expect(boardOrder(query)).toEqual(order)
})
