import type { Investor } from './contract.ts'
import { type Facet, termsOf } from './facets.ts'

type Documents = Iterable<Investor>

/** Terms of one kind that occur in the documents, the catalogue's first. */
export function listTerms(docs: Documents, facet: Facet, listOf: (doc: Investor) => readonly string[]): string[] {
  // Ten thousand documents have a few dozen entries: each is split once.
  const entries = new Map<string, number>()
  for (const doc of docs) {
    for (const entry of listOf(doc)) entries.set(entry, (entries.get(entry) ?? 0) + 1)
  }
  const spellings = new Map<string, number>()
  for (const [entry, times] of entries) {
    for (const term of termsOf([entry])) spellings.set(term, (spellings.get(term) ?? 0) + times)
  }
  return presentTerms(facet, spellings)
}

/** Number of documents per term, by the key of the term. A document counts once per term. */
export function countTerms(docs: Documents, facet: Facet, listOf: (doc: Investor) => readonly string[]): Map<string, number> {
  const counts = new Map<string, { documents: number; last: Investor | undefined }>()
  const countsOf = (entry: string) =>
    termsOf([entry]).map((term) => {
      const count = counts.get(facet.key(term)) ?? { documents: 0, last: undefined }
      counts.set(facet.key(term), count)
      return count
    })
  // Ten thousand documents have a few dozen entries: each is split once.
  const entries = new Map<string, ReturnType<typeof countsOf>>()
  for (const doc of docs) {
    for (const entry of listOf(doc)) {
      let found = entries.get(entry)
      if (!found) {
        found = countsOf(entry)
        entries.set(entry, found)
      }
      for (const count of found) {
        if (count.last === doc) continue
        count.last = doc
        count.documents += 1
      }
    }
  }
  return new Map([...counts].map(([key, { documents }]) => [key, documents]))
}

/** Places that occur in the documents, those with the most investors first. */
export function listLocations(docs: Documents): string[] {
  const counts = new Map<string, number>()
  for (const { location } of docs) {
    if (location) counts.set(location, (counts.get(location) ?? 0) + 1)
  }
  return [...counts].sort(([a, of], [b, ofOther]) => ofOther - of || (a < b ? -1 : 1)).map(([place]) => place)
}

/**
 * Each term that occurs in the data once: those of the catalogue first, in its order and spelling, then the others alphabetically
 * in their most frequent spelling.
 *
 * @param spellings  number of records per spelling
 */
export function presentTerms(facet: Facet, spellings: ReadonlyMap<string, number>): string[] {
  const foundAs = new Map<string, string>()
  const bySpelling = [...spellings].sort(([a, used], [b, usedOther]) => usedOther - used || (a < b ? -1 : 1))
  for (const [spelling] of bySpelling) {
    if (!foundAs.has(facet.key(spelling))) foundAs.set(facet.key(spelling), spelling.trim())
  }
  const known = facet.catalogue.filter((term) => foundAs.has(facet.key(term)))
  for (const term of facet.catalogue) foundAs.delete(facet.key(term))
  const others = [...foundAs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spelling]) => spelling)
  return filterChoices(facet, known, others)
}

/** The choices of a filter: the page's own list, followed by other terms of the data; without duplicates in another spelling. */
export function filterChoices(facet: Facet, list: readonly string[], present: readonly string[]): string[] {
  const choices = new Map<string, string>()
  for (const term of [...list, ...present]) {
    if (!choices.has(facet.key(term))) choices.set(facet.key(term), term)
  }
  return [...choices.values()]
}
