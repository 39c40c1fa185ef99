import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { choicesOf, matchProjects, ProjectFilters } from './filters.ts'

const blank: Project = {
  id: 'p' as ProjectId,
  companyName: null,
  logoUrl: null,
  oneLineDescription: null,
  description: null,
  projectStage: null,
  ecosystem: null,
  vertical: null,
  status: 'under review',
  voteCount: 0,
  amountRaising: null,
  valuation: null,
  committedAmount: null,
  roundType: null,
  idealInvestorType: null,
  revenueGenerating: false,
  tickerLaunched: false,
  dexScreenerUrl: null,
  traction: null,
  founderName: null,
  teamSize: null,
  teamRoles: null,
  location: null,
  websiteUrl: null,
  linkedinUrl: null,
  twitterUrl: null,
  founderTwitterUrl: null,
  pitchDeckUrl: null,
  dataRoomUrl: null,
  email: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
}
const project = (id: string, own: Partial<Project>): Project => ({ ...blank, id: id as ProjectId, ...own })

const projects = [
  project('few', { ecosystem: 'Solana', vertical: 'DeFi', voteCount: 2 }),
  project('many', { ecosystem: 'Stellar', vertical: 'DeFi', voteCount: 90 }),
  project('none', { voteCount: 5 }),
]
const matching = (filters: Partial<ProjectFilters>) =>
  matchProjects(projects, v.parse(ProjectFilters, filters)).map(({ id }) => id)

test.each<[Partial<ProjectFilters>, string[]]>([
  [{}, ['many', 'none', 'few']], // most votes first
  [{ ecosystem: 'all', vertical: 'DeFi' }, ['many', 'few']],
  [{ ecosystem: 'Solana', vertical: 'DeFi' }, ['few']],
  [{ ecosystem: 'Bitcoin' }, []],
])('the filters %j let through %j', (filters, ids) => {
  expect(matching(filters)).toEqual(ids)
})

test('an address with nonsense for a filter shows everything', () => {
  expect(v.parse(ProjectFilters, { ecosystem: 7 })).toEqual({ ecosystem: 'all', vertical: 'all' })
})

test('a choice is offered once, and only where a project has it', () => {
  expect(choicesOf(projects, 'vertical')).toEqual(['DeFi'])
  expect(choicesOf(projects, 'ecosystem')).toEqual(['Solana', 'Stellar'])
})
