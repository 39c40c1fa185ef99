import type { Investor, VcType } from '#shared/directory/contract.ts'
import { displayPrice } from '#shared/directory/display-price.ts'
import { isAll, sectorFacet, stageFacet, termsOf } from '#shared/directory/facets.ts'
import { memoize } from '#shared/memoize.ts'
import { tokenizeName, tokenizeQuery } from '#shared/search/tokenize.ts'

/** The kind that investors declare; one may be both. */
export type InvestorKind = 'vc' | 'angel'

/** The filters besides the text. An absent value, or `All`, does not filter. */
export type DirectoryFilter = {
  /** One term, or several separated by commas: one of them is enough. */
  stage?: string
  sector?: string
  location?: string
  isVerified?: boolean
  vcType?: VcType
  kind?: InvestorKind
  /** Only these ids, such as a user's saved investors. */
  ids?: readonly string[]
  /** Bounds of the price on cards, in cents, both inclusive. */
  minPrice?: number
  maxPrice?: number
}

/** An investor's terms as the filters compare them. */
export type FilterDocument = { doc: Investor; stageKeys: string[]; sectorKeys: string[]; locationWords: readonly string[] }

const placeWords = memoize(tokenizeName)
const stageKeys = memoize((entry) => termsOf([entry]).map(stageFacet.key))
const sectorKeys = memoize((entry) => termsOf([entry]).map(sectorFacet.key))

export function filterable(doc: Investor): FilterDocument {
  return {
    doc,
    stageKeys: doc.stages.flatMap(stageKeys),
    sectorKeys: doc.sectors.flatMap(sectorKeys),
    locationWords: placeWords(doc.location ?? ''),
  }
}

/** One predicate for the whole filter; `undefined` when every investor passes. */
export function createPredicate(filter: DirectoryFilter): ((investor: FilterDocument) => boolean) | undefined {
  const tests: ((investor: FilterDocument) => boolean)[] = []
  const { stage, sector, location, isVerified, vcType, kind, ids, minPrice, maxPrice } = filter
  if (isVerified !== undefined) tests.push(({ doc }) => doc.isVerified === isVerified)
  if (vcType !== undefined) tests.push(({ doc }) => doc.vcType === vcType)
  if (kind === 'vc') tests.push(({ doc }) => doc.isVentureCapital)
  if (kind === 'angel') tests.push(({ doc }) => doc.isAngel)
  if (ids !== undefined) {
    const included = new Set(ids)
    tests.push(({ doc }) => included.has(doc.id))
  }
  if (minPrice !== undefined) tests.push(({ doc }) => displayPrice(doc) >= minPrice)
  if (maxPrice !== undefined) tests.push(({ doc }) => displayPrice(doc) <= maxPrice)
  if (stage !== undefined && !isAll(stage)) {
    const keys = termsOf([stage]).map(stageFacet.key)
    tests.push(({ stageKeys }) => keys.some((key) => stageKeys.includes(key)))
  }
  if (sector !== undefined && !isAll(sector)) {
    const keys = termsOf([sector]).map(sectorFacet.key)
    tests.push(({ sectorKeys }) => keys.some((key) => sectorKeys.includes(key)))
  }
  const places = tokenizeQuery(location ?? '')
  if (places.length > 0) {
    // Ten thousand investors share a few hundred places, and the same place has the same memoised words.
    const judged = new Map<readonly string[], boolean>()
    const isThere = (words: readonly string[]) => places.every((typed) => words.some((word) => word.startsWith(typed)))
    tests.push(({ locationWords }) => {
      const known = judged.get(locationWords)
      if (known !== undefined) return known
      const judgement = isThere(locationWords)
      judged.set(locationWords, judgement)
      return judgement
    })
  }
  return tests.length === 0 ? undefined : (investor) => tests.every((test) => test(investor))
}
