import { expect, test } from 'vitest'
import { SECTOR_FILTERS, STAGE_FILTERS } from '#shared/catalogues.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { isAll, sectorFacet, stageFacet, termsOf } from './facets.ts'
import { countTerms, filterChoices, presentTerms } from './present-terms.ts'

test.each([
  ['Series B', 'Series B+'],
  ['SERIES A', 'series a'],
  ['Pre-Seed', 'preseed'],
])('the stages %j and %j are the same', (a, b) => {
  expect(stageFacet.key(a)).toBe(stageFacet.key(b))
})

test.each([
  ['AI', 'AI/ML'],
  ['ai', 'ai / ml'],
  ['Infra', 'Infrastructure'],
  ['Éducation', 'Education'],
])('the sectors %j and %j are the same', (a, b) => {
  expect(sectorFacet.key(a)).toBe(sectorFacet.key(b))
})

test.each([
  ['Series A', 'Series B'],
  ['Seed', 'Pre-Seed'],
])('the stages %j and %j are different', (a, b) => {
  expect(stageFacet.key(a)).not.toBe(stageFacet.key(b))
})

test('Social is not SocialFi, and signs without letters differ', () => {
  expect(sectorFacet.key('Social')).not.toBe(sectorFacet.key('SocialFi'))
  expect(sectorFacet.key('🎮')).not.toBe(sectorFacet.key('🎲'))
})

test('an entry that contains a list is split', () => {
  expect(termsOf(['defi; payments', 'AI/ML', ' ']).map(sectorFacet.key)).toEqual(['defi', 'payments', 'aiml'])
})

test('terms of the data are listed in the catalogue’s order and spelling, then the others in their most frequent spelling', () => {
  const spellings = new Map([
    ['nfts', 1],
    [' NFTs', 2],
    ['Gaming', 1],
    ['ai', 4],
    ['defi', 1],
    ['Climate', 1],
  ])
  expect(presentTerms(sectorFacet, spellings)).toEqual(['DeFi', 'AI/ML', 'Gaming', 'Climate', 'NFTs'])
})

test('terms of the data beyond a page’s own list are appended to it', () => {
  expect(filterChoices(stageFacet, STAGE_FILTERS, ['Seed', 'Series B+', 'Series C'])).toEqual([...STAGE_FILTERS, 'Series C'])
  expect(filterChoices(sectorFacet, SECTOR_FILTERS, ['AI', 'Climate'])).toEqual([...SECTOR_FILTERS, 'Climate'])
})

test.each([[undefined], [''], [' '], ['All'], ['all']])('%j filters nothing', (choice) => {
  expect(isAll(choice)).toBe(true)
})

test('an investor counts once for each of its terms, also when it repeats one in another spelling', () => {
  const docs = [['Seed', 'seed', 'Series A'], ['Series A+'], []].map((stages) => sampleInvestor({ stages }))
  const counts = countTerms(docs, stageFacet, ({ stages }) => stages)
  expect(['Seed', 'Series A', 'Angel'].map((term) => counts.get(stageFacet.key(term)) ?? 0)).toEqual([1, 2, 0])
})
