import { remembered } from '#shared/memoize.ts'
import { foldLetters } from '#shared/search/normalise-text.ts'
import { namesToFind } from '#shared/search/tokenize.ts'
import type { Findable } from '#shared/search/word-index.ts'
import type { Investor } from './contract.ts'
import { sectorFacet, stageFacet, termsOf } from './facets.ts'

const factWords = remembered(namesToFind)

/** The words an investor is found by. */
export function findable(doc: Investor): Findable {
  // A record that says `Infra` or `pre seed` is found by `infrastructure` and `preseed` too.
  const spelledOut = [
    ...termsOf(doc.stages).flatMap((stage) => stageFacet.spelled(stage) ?? []),
    ...termsOf(doc.sectors).flatMap((sector) => sectorFacet.spelled(sector) ?? []),
  ]
  const facts = [doc.position ?? '', doc.location ?? '', ...doc.stages, ...doc.sectors, ...spelledOut]
  return {
    names: namesToFind(`${doc.name} ${doc.fund ?? ''}`),
    facts: facts.flatMap(factWords),
    prose: foldLetters(`${doc.thesis ?? ''} ${doc.bio ?? ''}`),
  }
}
