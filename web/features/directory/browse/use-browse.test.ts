import { expect, test } from 'vitest'
import { stageFacet } from '#shared/directory/facets.ts'
import { countTerms } from './use-browse.ts'

test('an investor counts once for each of its terms, also when it repeats one in another spelling', () => {
  const keys = [['Seed', 'seed', 'Series A'], ['Series A+'], []].map((terms) => terms.map(stageFacet.key))
  const counts = countTerms(keys)
  expect(['Seed', 'Series A', 'Angel'].map((term) => counts.get(stageFacet.key(term)) ?? 0)).toEqual([1, 2, 0])
})
