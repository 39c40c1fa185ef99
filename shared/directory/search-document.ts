import { memoize } from '#shared/memoize.ts'
import { normaliseText } from '#shared/search/normalise-text.ts'
import { tokenizeName } from '#shared/search/tokenize.ts'
import type { SearchDocument } from '#shared/search/word-index.ts'
import type { Investor } from './contract.ts'
import { sectorFacet, stageFacet, termsOf } from './facets.ts'

const factWords = memoize(tokenizeName)

/** The words that an investor is found by. */
export function toSearchDocument(doc: Investor): SearchDocument {
  // A record with `Infra` or `pre seed` is also found by `infrastructure` and `preseed`.
  const spelledOut = [
    ...termsOf(doc.stages).flatMap((stage) => stageFacet.spelled(stage) ?? []),
    ...termsOf(doc.sectors).flatMap((sector) => sectorFacet.spelled(sector) ?? []),
  ]
  const facts = [doc.position ?? '', doc.location ?? '', ...doc.stages, ...doc.sectors, ...spelledOut]
  return {
    names: tokenizeName(`${doc.name} ${doc.fund ?? ''}`),
    facts: facts.flatMap(factWords),
    prose: normaliseText(`${doc.thesis ?? ''} ${doc.bio ?? ''}`),
  }
}
