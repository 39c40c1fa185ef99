import type { Investor, VcType } from './contract.ts'
import { isAll, sectorFacet, stageFacet, termsOf } from './facets.ts'
import { namesToFind, typedWords } from './words.ts'

/** What narrows the list besides words. What is absent, or `All`, narrows nothing. */
export type DirectoryFilter = {
  stage?: string
  sector?: string
  location?: string
  isVerified?: boolean
  vcType?: VcType
  /** Bounds of what an unlock is charged, in cents, both included. */
  minPrice?: number
  maxPrice?: number
}

/** An investor's terms as the filters compare them. */
export type Filterable = { doc: Investor; stageKeys: string[]; sectorKeys: string[]; locationWords: string[] }

export function filterable(doc: Investor): Filterable {
  return {
    doc,
    stageKeys: termsOf(doc.stages).map(stageFacet.key),
    sectorKeys: termsOf(doc.sectors).map(sectorFacet.key),
    locationWords: namesToFind(doc.location ?? ''),
  }
}

/** One test that stands for the whole filter; `undefined` when everybody passes. */
export function passes(filter: DirectoryFilter): ((investor: Filterable) => boolean) | undefined {
  const tests: ((investor: Filterable) => boolean)[] = []
  const { stage, sector, location, isVerified, vcType, minPrice, maxPrice } = filter
  if (isVerified !== undefined) tests.push(({ doc }) => doc.isVerified === isVerified)
  if (vcType !== undefined) tests.push(({ doc }) => doc.vcType === vcType)
  if (minPrice !== undefined) tests.push(({ doc }) => doc.quote >= minPrice)
  if (maxPrice !== undefined) tests.push(({ doc }) => doc.quote <= maxPrice)
  if (stage !== undefined && !isAll(stage)) {
    const key = stageFacet.key(stage)
    tests.push(({ stageKeys }) => stageKeys.includes(key))
  }
  if (sector !== undefined && !isAll(sector)) {
    const key = sectorFacet.key(sector)
    tests.push(({ sectorKeys }) => sectorKeys.includes(key))
  }
  for (const typed of typedWords(location ?? '')) {
    tests.push(({ locationWords }) => locationWords.some((word) => word.startsWith(typed)))
  }
  return tests.length === 0 ? undefined : (investor) => tests.every((test) => test(investor))
}
