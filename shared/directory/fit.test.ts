import { expect, test } from 'vitest'
import { makeInvestors, makeStats } from '#tests/support/samples/make-investors.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import type { Investor } from './contract.ts'
import { DirectoryIndex } from './directory-index.ts'
import { canFit, createFit, type FitProject, fitOrder } from './fit.ts'
import { bestFirst, toRanked } from './sort-orders.ts'

// cspell:ignore Solanart

const nothing: FitProject = {
  roundType: '',
  projectStage: '',
  amountRaising: null,
  vertical: '',
  ecosystem: '',
  location: '',
}
const whole: FitProject = { ...nothing, roundType: 'Seed', vertical: 'DeFi', ecosystem: 'Solana', location: 'Lisbon, Portugal' }
/** An investor whose profile says nothing. */
const silent = { stages: [], sectors: [], thesis: null, bio: null, portfolioPerformance: null, location: null, isAngel: false }
const fitOf = (project: Partial<FitProject>, investor: Partial<Investor>) =>
  createFit({ ...nothing, ...project })(sampleInvestor({ ...silent, ...investor }))

test.each<[project: Partial<FitProject>, investor: Partial<Investor>, reasons: string[]]>([
  [{ roundType: 'Seed' }, { stages: ['Seed', 'Series A'] }, ['Invests at Seed']],
  [{ roundType: 'SAFE, pre-seed round' }, { stages: ['Seed', 'PreSeed'] }, ['Invests at PreSeed']],
  [{ roundType: 'Pre-Seed' }, { stages: ['Seed'] }, []],
  [{ roundType: 'Series C' }, { stages: ['Series B+'] }, ['Invests at Series B+']],
  [{ roundType: 'Angel' }, { isAngel: true }, ['Invests as an angel']],
  [{ roundType: 'Seed' }, { isAngel: true }, []],
  // A stated round counts, and not the round that the amount suggests.
  [{ roundType: 'Seed', amountRaising: 30_000_000 }, { stages: ['Series B'] }, []],
  [{ roundType: 'token round', amountRaising: 2_000_000 }, { stages: ['Seed; Series A'] }, ['Invests at Seed and Series A']],
  [{ amountRaising: 1_500_000 }, { stages: ['Series A'] }, []],
  [{ projectStage: 'Idea' }, { stages: ['Angel', 'Pre-Seed'] }, ['Invests at Pre-Seed']],
  [{ projectStage: 'toString' }, { stages: ['Seed'] }, []],
  [{ vertical: 'Infrastructure' }, { sectors: ['Web3', 'Infra'] }, ['Invests in Infra']],
  [{ vertical: 'AI/ML' }, { sectors: ['defi; AI'] }, ['Invests in AI']],
  [{ vertical: 'Other' }, { sectors: ['Other'] }, []],
  [{ vertical: 'Social' }, { sectors: ['SocialFi'] }, []],
  [{ ecosystem: 'Solana' }, { thesis: 'Early in Solana, since 2020.' }, ['Mentions Solana']],
  [{ ecosystem: 'Solana' }, { sectors: ['solana'] }, ['Mentions Solana']],
  [{ ecosystem: 'Solana' }, { bio: 'Founder of Solanart.' }, []],
  [{ ecosystem: 'Multi-chain' }, { bio: 'Multi-chain since 2019.' }, []],
  // A word that begins a sentence is not the ecosystem of that name.
  [{ ecosystem: 'Base' }, { bio: 'Base rates matter. A base of customers.' }, []],
  [{ ecosystem: 'Base' }, { bio: 'Backs teams on Base and Optimism.' }, ['Mentions Base']],
  [{ ecosystem: 'C++ (new)' }, { bio: 'We like C++ (new) chains.' }, ['Mentions C++ (new)']],
  [{ location: 'lisbon' }, { location: 'Lisbon, Portugal' }, ['Based in Lisbon']],
  [{ location: 'Porto, Portugal' }, { location: 'Lisbon, Portugal' }, ['Based in Portugal']],
  [{ location: 'São Paulo' }, { location: 'Sao Paulo, Brazil' }, ['Based in Sao Paulo']],
  [{ location: 'York, UK' }, { location: 'New York, USA' }, []],
  [{ location: 'Remote' }, { location: 'Remote' }, []],
  [
    whole,
    { stages: ['Seed'], sectors: ['DeFi'], bio: 'Built on Solana.', location: 'Lisbon' },
    ['Invests at Seed', 'Invests in DeFi', 'Mentions Solana', 'Based in Lisbon'],
  ],
])('the project %o and the investor %o have the reasons %j', (project, investor, reasons) => {
  const fit = fitOf(project, investor)
  expect(fit.reasons).toEqual(reasons)
  expect(fit.score > 0).toBe(reasons.length > 0)
})

test('a stated round scores above one that the amount suggests, and a city above a country', () => {
  const stages = { stages: ['Seed'] }
  expect(fitOf({ roundType: 'Seed' }, stages).score).toBeGreaterThan(fitOf({ amountRaising: 1_000_000 }, stages).score)
  const place = { location: 'Lisbon, Portugal' }
  const there = fitOf({ location: 'Lisbon, Portugal' }, place).score
  expect(there).toBeGreaterThan(fitOf({ location: 'Porto, Portugal' }, place).score)
})

test.each<[Partial<FitProject>, boolean]>([
  [{}, false],
  [{ vertical: 'Other', ecosystem: 'Multi-chain', location: 'Remote', roundType: 'SAFE' }, false],
  [{ roundType: 'Seed' }, true],
  [{ amountRaising: 1 }, true],
  [{ projectStage: 'MVP' }, true],
  [{ vertical: 'DeFi' }, true],
  [{ ecosystem: 'TON' }, true],
  [{ location: 'Lisbon' }, true],
])('whether investors can be compared with the project %o: %j', (project, can) => {
  expect(canFit({ ...nothing, ...project })).toBe(can)
})

test('equal scores end in the order of every list, which is total', () => {
  const docs = makeInvestors(200, 7)
  const stats = new Map(makeStats(docs, 7).map((one) => [one.id as string, one]))
  const score = createFit(whole)
  const ranked = docs.map((doc) => toRanked(doc, stats.get(doc.id)))
  const sorted = ranked.toSorted(fitOrder(score))
  for (const [at, later] of sorted.entries()) {
    const earlier = sorted[at - 1]
    if (!earlier) continue
    const difference = score(earlier.doc).score - score(later.doc).score
    expect(difference > 0 || (difference === 0 && bestFirst(earlier, later) < 0)).toBe(true)
  }
})

test('the index lists by fit, follows another project, and sorts in investors that arrive later', () => {
  const docs = makeInvestors(300, 5)
  const index = new DirectoryIndex()
  index.put(docs.slice(0, 250))
  const projects = [whole, { ...whole, vertical: 'Payments' }, { ...whole, location: 'Tokyo' }]
  for (const project of projects) {
    const order = fitOrder(createFit(project))
    const expected = (of: Investor[]) => of.map((doc) => toRanked(doc, undefined)).toSorted(order)
    const list = () => index.query({ limit: 300 }, order).items.map(({ id }) => id)
    expect(list()).toEqual(expected([...index.documents()]).map(({ doc }) => doc.id))
    index.put(docs.slice(250))
    expect(list()).toEqual(expected(docs).map(({ doc }) => doc.id))
    index.remove(docs.slice(250).map(({ id }) => id))
  }
  expect(index.query({ limit: 300 }).items.map(({ id }) => id)).toEqual(
    docs
      .slice(0, 250)
      .map((doc) => toRanked(doc, undefined))
      .toSorted(bestFirst)
      .map(({ doc }) => doc.id),
  )
})

test('the fit of an investor is computed once', () => {
  const score = createFit(whole)
  const investor = sampleInvestor()
  expect(score(investor)).toBe(score(investor))
})
