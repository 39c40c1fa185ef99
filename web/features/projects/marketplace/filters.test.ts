import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { sampleProject } from '#tests/support/samples/sample-project.ts'
import { appliedFilters, choicesOf, countValues, matchProjects, toggleValue } from './filters.ts'
import { NO_FILTERS, ProjectFilters } from './search-params.ts'

// cspell:ignore edgerly

const project = (id: string, own: Partial<Project>): Project => sampleProject({ id: id as ProjectId, ...own })

const projects = [
  project('few', { companyName: 'Ledgérly', ecosystem: 'Solana', vertical: 'DeFi', voteCount: 2, amountRaising: 5_000_000 }),
  project('many', { ecosystem: 'Stellar', vertical: 'DeFi', voteCount: 90, publishedAt: '2026-03-01T00:00:00.000Z' }),
  project('none', { founderName: 'Kwame Kowalska', voteCount: 5, publishedAt: '2026-02-01T00:00:00.000Z' }),
  project('old', { ecosystem: 'Apotos', vertical: 'AI', voteCount: 1, amountRaising: 20_000 }),
]
const matching = (filters: Partial<ProjectFilters>) =>
  matchProjects(projects, v.parse(ProjectFilters, filters)).map(({ id }) => id)

test.each<[Partial<ProjectFilters>, string[]]>([
  [{}, ['many', 'none', 'few', 'old']], // most votes first
  [{ sort: 'newest' }, ['many', 'none', 'few', 'old']],
  [{ sort: 'raising' }, ['few', 'old', 'many', 'none']], // projects without an amount come last, by votes
  [{ ecosystem: 'all', vertical: 'DeFi' }, ['many', 'few']],
  [{ ecosystem: 'Solana', vertical: 'DeFi' }, ['few']],
  [{ ecosystem: 'Bitcoin' }, []],
  [{ ecosystem: 'Aptos' }, ['old']], // the specification's other spelling
  [{ vertical: 'AI/ML' }, ['old']],
  [{ ecosystem: 'Solana,Stellar' }, ['many', 'few']], // one of several values is enough
  [{ ecosystem: 'all,Aptos, Solana' }, ['few', 'old']],
  [{ ecosystem: 'Stellar,Aptos', vertical: 'DeFi,AI' }, ['many', 'old']],
  [{ q: 'kowalska KWAME' }, ['none']],
  [{ q: 'ledgerly' }, ['few']], // without its accent
  [{ q: 'edgerly' }, []],
  [{ q: 'defi sol' }, ['few']],
])('the filters %j let through %j', (filters, ids) => {
  expect(matching(filters)).toEqual(ids)
})

test('an invalid filter in the address is ignored, and so are parameters left by a payment', () => {
  expect(v.parse(ProjectFilters, { ecosystem: 7, sort: 'price', q: {}, success: true })).toEqual(NO_FILTERS)
})

test('the specified options come first, then the other values of the projects, each once and in one spelling', () => {
  expect(choicesOf(projects, 'vertical').slice(0, 2)).toEqual(['DeFi', 'Infrastructure'])
  expect(choicesOf(projects, 'vertical').slice(-2)).toEqual(['RWA', 'AI/ML'])
  const ecosystems = choicesOf([...projects, project('other', { ecosystem: 'Bitcoin' })], 'ecosystem')
  expect(ecosystems).toHaveLength(16)
  expect(ecosystems.slice(-2)).toEqual(['Stellar', 'Bitcoin'])
})

test('each option has the number of its projects, in any spelling, and none is 0', () => {
  const [inEcosystem, inVertical] = [countValues(projects, 'ecosystem'), countValues(projects, 'vertical')]
  expect(['Solana', 'Aptos', 'Apotos', 'Base'].map(inEcosystem)).toEqual([1, 1, 1, 0])
  expect(['DeFi', 'AI/ML', 'RWA'].map(inVertical)).toEqual([2, 1, 0])
})

test('each active value can be removed by itself, and the last one leaves all', () => {
  const filters = v.parse(ProjectFilters, { q: 'x', ecosystem: 'Solana,Apotos', vertical: 'DeFi' })
  expect(appliedFilters(filters)).toEqual([
    { label: 'Ecosystem', value: 'Solana', without: { ecosystem: 'Aptos' } },
    { label: 'Ecosystem', value: 'Aptos', without: { ecosystem: 'Solana' } },
    { label: 'Vertical', value: 'DeFi', without: { vertical: 'all' } },
  ])
  expect(toggleValue('vertical', 'all', 'DeFi')).toBe('DeFi')
  expect(toggleValue('vertical', 'DeFi', 'RWA')).toBe('DeFi,RWA')
})

test('cards keep the order of the votes they were listed with, however many votes arrive', () => {
  const risen = projects.map((one) => (one.id === 'few' ? { ...one, voteCount: 500 } : one))
  const listed = new Map(projects.map(({ id, voteCount }) => [id, voteCount]))
  const order = matchProjects(risen, NO_FILTERS, ({ id }) => listed.get(id) ?? 0)
  expect(order.map(({ id }) => id)).toEqual(['many', 'none', 'few', 'old'])
})

test('the marketplace filters by the specified ecosystems and verticals', () => {
  expect(choicesOf([], 'ecosystem')).toEqual([
    ...['Ethereum', 'Solana', 'Polygon', 'Binance Smart Chain', 'Avalanche', 'Cardano', 'TON', 'Sui', 'Polkadot', 'Cosmos'],
    ...['Optimism', 'Aptos', 'Hedera', 'Base', 'Stellar'],
  ])
  expect(choicesOf([], 'vertical')).toEqual([
    ...['DeFi', 'Infrastructure', 'Supply Chain', 'Payments', 'Identity', 'DAO', 'Healthcare', 'Meme', 'Energy', 'Compute'],
    ...['SocialFi', 'Data', 'Education', 'Privacy', 'Stablecoins', 'RWA'],
  ])
})
