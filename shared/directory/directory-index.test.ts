import { expect, test } from 'vitest'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import type { Investor } from './contract.ts'
import { DirectoryIndex } from './directory-index.ts'
import { sectorFacet } from './facets.ts'
import { listLocations, listTerms } from './present-terms.ts'

// cspell:ignore stablecion

const [template] = makeInvestors(1)
if (template === undefined) throw new Error('no investor was made')

const investor = (id: string, fields: Partial<Investor>): Investor => ({
  ...template,
  ...{ id: id as Investor['id'], fund: null, position: null, location: null, stages: [], sectors: [], thesis: null, bio: null },
  isVerified: false,
  ...fields,
})

const index = new DirectoryIndex()
index.put([
  investor('wojcik', {
    name: 'Søren Wójcik',
    fund: 'Ember Capital',
    location: 'São Paulo, Brazil',
    stages: ['Series B+'],
    sectors: ['Infra'],
  }),
  investor('brien', {
    name: 'Nadia O’Brien',
    position: 'General Partner',
    stages: ['SERIES A', 'pre seed'],
    sectors: ['defi; payments'],
  }),
  investor('annabel', { name: 'Annabel Lee', fund: 'Wójcikowa Partners', sectors: ['Gaming'], isVerified: true }),
  investor('ann', { name: 'Ann Ember-Stone', thesis: 'We back annuities and stablecoin rails.', stages: ['Series B'] }),
  investor('han', { name: '王伟', fund: '红杉资本' }),
  investor('arab', { name: 'أحمد منصور', fund: 'صندوق الواحة' }),
])
const ids = (query: Parameters<DirectoryIndex['query']>[0]) => index.query(query).items.map(({ id }) => id)

test.each<[text: string, found: string[]]>([
  ['wojcik', ['wojcik', 'annabel']],
  ['WÓJCIK soren', ['wojcik']],
  ['wojcek', ['wojcik']],
  ['sao', ['wojcik']],
  ['infrastructure', ['wojcik']],
  ['obrien', ['brien']],
  ["O'Brien", ['brien']],
  ['nadia preseed', ['brien']],
  // A whole name ranks above a prefix, although Annabel is verified.
  ['ann', ['ann', 'annabel']],
  ['stablecoin', ['ann']],
  // In prose typos are not tolerated, and two letters match no record.
  ['stablecion', []],
  ['st', ['ann']],
  ['ra', []],
  ['杉资', ['han']],
  ['王', ['han']],
  ['احمد', ['arab']],
  ['الواحه', ['arab']],
  ['ann wojcik', ['annabel']],
  ['ember nobody', []],
])('typing %j finds %j', (text, found) => {
  expect(ids({ text })).toEqual(found)
})

test('Series B also matches Series B+', () => {
  expect(ids({ stage: 'Series B', sort: 'name' })).toEqual(['ann', 'wojcik'])
})

test.each([
  [{ sector: 'Infrastructure' }, ['wojcik']],
  [{ sector: 'Payments', stage: 'Series A' }, ['brien']],
  [{ sector: 'gaming' }, ['annabel']],
  [{ sector: 'Unheard Of' }, []],
  // One of several terms is enough, and both kinds of terms must match.
  [{ stage: 'Series A,Series B', sort: 'name' as const }, ['ann', 'brien', 'wojcik']],
  [{ sector: 'gaming, Payments' }, ['annabel', 'brien']],
  [{ sector: 'Gaming,Payments', stage: 'Pre-Seed,Seed' }, ['brien']],
  [{ location: 'paulo' }, ['wojcik']],
  [{ isVerified: true }, ['annabel']],
])('%j narrows to %j', (filter, found) => {
  expect(ids(filter)).toEqual(found)
})

test('text without a letter, All and an empty query list every investor', () => {
  for (const query of [{}, { text: ' - ' }, { stage: 'All', sector: 'All' }]) expect(index.query(query).total).toBe(6)
})

test('under an explicit order, a match with a typo is sorted after the rest', () => {
  const order = new DirectoryIndex()
  order.put([investor('b', { name: 'Marit' }), investor('a', { name: 'Marie' }), investor('c', { name: 'Marita' })])
  expect(order.query({ text: 'marit', sort: 'name' }).items.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test('places are sorted by their number of investors', () => {
  const places = new DirectoryIndex()
  places.put(['Lagos', 'Zug', 'Zug', null].map((location, at) => investor(`p${at}`, { location })))
  expect(listLocations(places.documents())).toEqual(['Zug', 'Lagos'])
})

test('a removed investor is not found, and a new one in the same slot is', () => {
  const changing = new DirectoryIndex()
  changing.put([investor('a', { name: 'Ada Stone', sectors: ['Climate'] })])
  expect(listTerms(changing.documents(), sectorFacet, ({ sectors }) => sectors)).toEqual(['Climate'])
  changing.remove(['a', 'never-there'])
  changing.put([investor('b', { name: 'Bo Stone' })])
  expect(changing.query({ text: 'ada' }).total).toBe(0)
  expect(changing.query({ text: 'stone' }).items.map(({ id }) => id)).toEqual(['b'])
  expect(changing.get('a')).toBeUndefined()
  expect(listTerms(changing.documents(), sectorFacet, ({ sectors }) => sectors)).toEqual([])
})

test('under best, who is paused comes after those who can be reached and match as well, until the pause has ended', () => {
  const paused = new DirectoryIndex()
  paused.put([
    investor('first', { name: 'Ada Ember', isVerified: true, pausedUntil: '2026-12-05' }),
    investor('second', { name: 'Bea Ember', isVerified: true }),
    investor('third', { name: 'Cy Stone', thesis: 'Ember.', isVerified: true }),
  ])
  const found = (query: Parameters<DirectoryIndex['query']>[0]) => paused.query(query).items.map(({ id }) => id)
  const during = Date.parse('2026-12-04T23:59Z')
  expect(found({ now: during })).toEqual(['second', 'third', 'first'])
  expect(found({ now: during, limit: 1, offset: 2 })).toEqual(['first'])
  expect(found({ now: during, text: 'ember' })).toEqual(['second', 'first', 'third'])
  expect(found({ now: during, sort: 'name' })).toEqual(['first', 'second', 'third'])
  expect(found({ now: Date.parse('2026-12-05') })).toEqual(['first', 'second', 'third'])
})
