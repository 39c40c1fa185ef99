import { memoize } from '#shared/memoize.ts'
import { fold } from '#shared/search/normalise-text.ts'
import type { Investor } from './contract.ts'
import { type Facet, sectorFacet, stageFacet, termsOf } from './facets.ts'
import { bestFirst, type Ranked } from './sort-orders.ts'

/** What a project says about itself that investors can be compared with. Empty texts say nothing. */
export type FitProject = {
  roundType: string
  projectStage: string
  /** Whole US dollars. */
  amountRaising: number | null
  vertical: string
  ecosystem: string
  location: string
}

/** How well an investor fits a project: 0 without a reason. Each reason is a statement about the investor that its profile proves. */
export type Fit = { score: number; reasons: readonly string[] }

const POINTS = { statedRound: 6, likelyRound: 4, sector: 6, ecosystem: 3, city: 3, country: 1 }

/** The rounds of a project that names none, by the amount that it raises, up to and including the amount. */
const ROUNDS_BY_AMOUNT: readonly (readonly [upTo: number, rounds: readonly string[]])[] = [
  [250_000, ['Angel', 'Pre-Seed']],
  [1_500_000, ['Pre-Seed', 'Seed']],
  [6_000_000, ['Seed', 'Series A']],
  [20_000_000, ['Series A', 'Series B']],
  [Number.POSITIVE_INFINITY, ['Series B']],
]

/** The rounds of a project that names neither a round nor an amount. */
const ROUNDS_BY_STAGE: Readonly<Record<string, readonly string[]>> = {
  Idea: ['Angel', 'Pre-Seed'],
  MVP: ['Pre-Seed', 'Seed'],
  Beta: ['Pre-Seed', 'Seed'],
  Live: ['Seed', 'Series A'],
  Growth: ['Series A', 'Series B'],
  Scaling: ['Series B'],
}

/** Parts of a typed round, the longer ones first: `Pre-Seed` contains `Seed`. */
const ROUND_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bpre ?seed\b/, 'Pre-Seed'],
  [/\bseed\b/, 'Seed'],
  [/\bseries a\b/, 'Series A'],
  [/\bseries [b-z]\b/, 'Series B'],
  [/\bangel\b/, 'Angel'],
]

/** Choices of a project that name nothing in particular. */
const UNSPECIFIC = new Set(['', 'other', 'multi chain', 'general', 'remote', 'global', 'worldwide', 'anywhere', 'online'])
const isSpecific = (term: string) => !UNSPECIFIC.has(fold(term))

/** Ecosystems whose names begin sentences as ordinary words: `Base rates`, `Stellar teams`. They count inside a sentence only. */
const ORDINARY_WORDS = new Set(['Base', 'Stellar', 'Optimism', 'Cosmos', 'Avalanche', 'Aptos', 'TON', 'Sui'])

const ANGEL = stageFacet.key('Angel')

type Round = { keys: ReadonlySet<string>; points: number }

/** Whether a project says anything that investors can be compared with. */
export const canFit = (project: FitProject): boolean =>
  roundOf(project) !== undefined ||
  sectorKeysOf(project).size > 0 ||
  isSpecific(project.ecosystem) ||
  placesOf(project.location).length > 0

/**
 * Scores investors for one project. A result is computed once per document and is the same object at each call, until another
 * project makes another function.
 */
export function createFit(project: FitProject): (investor: Investor) => Fit {
  const known = new WeakMap<Investor, Fit>()
  const rules = [stageRule(project), sectorRule(project), ecosystemRule(project), placeRule(project)]
  return (investor) => {
    const cached = known.get(investor)
    if (cached) return cached
    const found = rules.flatMap((rule) => rule(investor) ?? [])
    const fit = { score: found.reduce((sum, { points }) => sum + points, 0), reasons: found.map(({ reason }) => reason) }
    known.set(investor, fit)
    return fit
  }
}

/** The highest score first; equal scores in the order of every list. */
export const fitOrder =
  (fitOf: (investor: Investor) => Fit) =>
  (a: Ranked, b: Ranked): number =>
    fitOf(b.doc).score - fitOf(a.doc).score || bestFirst(a, b)

type Rule = (investor: Investor) => { points: number; reason: string } | undefined

function roundOf({ roundType, amountRaising, projectStage }: FitProject): Round | undefined {
  const stated = ROUND_WORDS.find(([words]) => words.test(fold(roundType)))?.[1]
  if (stated) return { keys: new Set([stageFacet.key(stated)]), points: POINTS.statedRound }
  const likely = amountRaising
    ? ROUNDS_BY_AMOUNT.find(([upTo]) => amountRaising <= upTo)?.[1]
    : Object.hasOwn(ROUNDS_BY_STAGE, projectStage)
      ? ROUNDS_BY_STAGE[projectStage]
      : undefined
  return likely && { keys: new Set(likely.map(stageFacet.key)), points: POINTS.likelyRound }
}

type Term = { key: string; name: string }
const readTerms = (facet: Facet) =>
  memoize((entry): Term[] => termsOf([entry]).map((term) => ({ key: facet.key(term), name: term.trim() })))
const stageTerms = readTerms(stageFacet)
const sectorTerms = readTerms(sectorFacet)

/** The terms of a record that are among `keys`, once each and as the record spells them. */
function sharedTerms(list: readonly string[], read: (entry: string) => Term[], keys: ReadonlySet<string>): Term[] {
  const shared: Term[] = []
  for (const entry of list) {
    for (const term of read(entry)) {
      if (keys.has(term.key) && !shared.some(({ key }) => key === term.key)) shared.push(term)
    }
  }
  return shared
}

const inWords = (terms: readonly Term[]) =>
  terms.map(({ name }, at) => (at === 0 ? name : `${at === terms.length - 1 ? ' and ' : ', '}${name}`)).join('')

function stageRule(project: FitProject): Rule {
  const round = roundOf(project)
  if (!round) return () => undefined
  return ({ stages, isAngel }) => {
    const shared = sharedTerms(stages, stageTerms, round.keys)
    const rounds = shared.filter(({ key }) => key !== ANGEL)
    if (rounds.length > 0) return { points: round.points, reason: `Invests at ${inWords(rounds)}` }
    if (shared.length > 0 || (isAngel && round.keys.has(ANGEL))) return { points: round.points, reason: 'Invests as an angel' }
    return undefined
  }
}

const sectorKeysOf = ({ vertical }: FitProject): ReadonlySet<string> =>
  new Set(termsOf([vertical]).filter(isSpecific).map(sectorFacet.key))

function sectorRule(project: FitProject): Rule {
  const keys = sectorKeysOf(project)
  return ({ sectors }) => {
    const shared = sharedTerms(sectors, sectorTerms, keys)
    return shared.length > 0 ? { points: POINTS.sector, reason: `Invests in ${inWords(shared)}` } : undefined
  }
}

function ecosystemRule({ ecosystem }: FitProject): Rule {
  if (!isSpecific(ecosystem)) return () => undefined
  const name = ecosystem.trim()
  const whole = `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`
  const mention = new RegExp(ORDINARY_WORDS.has(name) ? `(?<=[\\p{L}\\p{N},] )${whole}` : whole, 'u')
  const key = sectorFacet.key(name)
  return ({ sectors, thesis, bio, portfolioPerformance }) =>
    sectors.some((entry) => sectorTerms(entry).some((term) => term.key === key)) ||
    [thesis, bio, portfolioPerformance].some((text) => text?.includes(name) && mention.test(text))
      ? { points: POINTS.ecosystem, reason: `Mentions ${name}` }
      : undefined
}

/** The parts of a place, from the city to the country: `Lisbon, Portugal`. */
const placesOf = memoize((location): Term[] =>
  location.split(/[,;|/]/).flatMap((part) => (isSpecific(part) ? { key: fold(part), name: part.trim() } : [])),
)

function placeRule({ location }: FitProject): Rule {
  const own = placesOf(location)
  const [city] = own
  if (!city) return () => undefined
  const keys = new Set(own.map(({ key }) => key))
  return (investor) => {
    const shared = placesOf(investor.location ?? '').find(({ key }) => keys.has(key))
    if (!shared) return undefined
    const points = shared.key === city.key ? POINTS.city : POINTS.country
    return { points, reason: `Based in ${shared.name}` }
  }
}
