import fc from 'fast-check'
import { expect, test } from 'vitest'
import pages from '#server/seed/data/airtable-directory.json'
import { normaliseText } from '#shared/search/normalise-text.ts'
import { isUnspaced, tokenizeQuery } from '#shared/search/tokenize.ts'
import { WordsBuilder } from '#shared/search/words-builder.ts'
import { naiveQuery } from '#tests/support/naive-directory.ts'
import { makeInvestors, makeStats, seededRandom } from '#tests/support/samples/make-investors.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import type { Investor, InvestorStats } from './contract.ts'
import { DirectoryIndex, type DirectoryQuery } from './directory-index.ts'
import { toSearchDocument } from './search-document.ts'
import { type DirectorySort, orders } from './sort-orders.ts'

/** Small enough that a history removes, edits and adds the same investors again. */
const pool = makeInvestors(80, 3)
const statsPool = makeStats(pool, 3).concat(
  pool.slice(0, 20).map(({ id }, at) => ({
    ...{ id, totalRequests: 3, topTag: 'N/A', rank: null },
    ...(at % 2 === 0 && { replyRate: at * 5, replyHours: at % 4 }),
  })),
)
const oneOfPool = fc.constantFrom(...pool)

/** The content of one investor with the id of another: an edit that changes every field. */
const edited = fc.tuple(oneOfPool, oneOfPool).map(([{ id }, doc]): Investor => ({ ...doc, id }))
const someDocs = fc.array(fc.oneof(oneOfPool, edited), { maxLength: 40 })
const change = fc.oneof(
  fc.record({ put: someDocs }),
  fc.record({ open: someDocs, outdated: fc.array(oneOfPool, { maxLength: 10 }) }),
  fc.record({ remove: fc.array(oneOfPool, { maxLength: 30 }) }),
  fc.record({ stats: fc.array(fc.constantFrom(...statsPool), { maxLength: 20 }) }),
  fc.record({ removedStats: fc.array(fc.constantFrom(...statsPool), { maxLength: 20 }) }),
)

/** The words of a chunk, as a device stores them: copied as IndexedDB copies a value. */
function storedWords(docs: readonly Investor[]) {
  const builder = new WordsBuilder()
  for (const doc of docs) builder.add(toSearchDocument(doc))
  return structuredClone(builder.build())
}

/** Words as users type them: of a record, truncated or misspelt, sometimes matching no record. */
const word = fc
  .tuple(
    oneOfPool,
    fc.constantFrom('name', 'fund', 'location', 'position', 'thesis', 'bio'),
    fc.nat(),
    fc.nat({ max: 9 }),
    fc.nat(),
  )
  .map(([doc, field, which, cut, at]) => {
    const words = (doc[field as 'name'] ?? 'nobody').split(/\s+/)
    const text = words[which % words.length] ?? ''
    const place = at % (text.length + 1)
    if (cut === 0) return `${text.slice(0, place)}x${text.slice(place + 1)}`
    if (cut === 1) return text.slice(0, place) + text.slice(place + 1)
    return cut < 5 ? text.slice(0, cut) : text
  })
const sorts = Object.keys(orders) as DirectorySort[]
const filter = {
  stage: fc.constantFrom('All', 'Seed', 'series b', 'Series B+', 'Series C', 'Pre-Seed'),
  sector: fc.constantFrom('All', 'AI', 'ai/ml', 'Infra', 'Gaming', 'PAYMENTS', 'nothing'),
  location: fc.constantFrom('', 'lon', 'sao paulo', '海', 'القاهرة'),
  isVerified: fc.boolean(),
  vcType: fc.constantFrom('airtable', 'platform'),
  kind: fc.constantFrom('vc', 'angel'),
  ids: fc.array(
    oneOfPool.map(({ id }) => id as string),
    { maxLength: 60 },
  ),
  minPrice: fc.constantFrom(0, 500, 9900),
  maxPrice: fc.constantFrom(50, 5000, 15_000, 20_000),
} satisfies Record<string, fc.Arbitrary<unknown>>
/** At most two filters at a time: with more, hardly any investors remain to compare. */
const filters = fc
  .tuple(fc.record(filter), fc.subarray(Object.keys(filter), { maxLength: 2 }))
  .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([key]) => kept.includes(key))))
const words = fc.array(word, { maxLength: 2 }).map((typed) => typed.join(' '))
const query: fc.Arbitrary<DirectoryQuery> = fc
  .record({
    text: fc.oneof(fc.constant(''), words),
    sort: fc.constantFrom(...sorts),
    offset: fc.nat({ max: 5 }),
    limit: fc.nat({ max: 80 }),
  })
  .chain((search) => filters.map((narrowed) => ({ ...search, ...narrowed })))

test('after any history, a page equals the result of a full scan', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(change, fc.record({ query })), { minLength: 1, maxLength: 14 }), query, (history, repeated) => {
      const index = new DirectoryIndex()
      const docs = new Map<string, Investor>()
      const stats = new Map<string, InvestorStats>()
      const compare = (request: DirectoryQuery) => {
        const page = index.query(request)
        const expected = naiveQuery(docs.values(), stats, request)
        expect(page.items.map(({ id }) => id)).toEqual(expected.items.map(({ id }) => id))
        expect(page.total).toBe(expected.total)
      }
      for (const step of history) {
        if ('put' in step) {
          index.put(step.put)
          for (const doc of step.put) docs.set(doc.id, doc)
        } else if ('open' in step) {
          const outdated = new Set<string>(step.outdated.map(({ id }) => id))
          for (const _ of index.opening(step.open, storedWords(step.open), (id) => !outdated.has(id))) index.query({ text: 'a' })
          for (const doc of step.open) if (!outdated.has(doc.id)) docs.set(doc.id, doc)
        } else if ('remove' in step) {
          index.remove(step.remove.map(({ id }) => id))
          for (const { id } of step.remove) docs.delete(id)
        } else if ('stats' in step) {
          index.putStats(step.stats)
          for (const one of step.stats) stats.set(one.id, one)
        } else if ('removedStats' in step) {
          index.removeStats(step.removedStats.map(({ id }) => id))
          for (const { id } of step.removedStats) stats.delete(id)
        } else compare(step.query)
        // The same query after every change: its cached results must not outlive the change.
        compare(repeated)
      }
      expect(index.size).toBe(docs.size)
    }),
    { numRuns: 300 },
  )
})

test('one typo in a word of a name with three letters or more still finds its investor', () => {
  const index = new DirectoryIndex()
  index.put(pool)
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  const slip = fc.constantFrom('replaced', 'added', 'left out', 'swapped')
  fc.assert(
    fc.property(oneOfPool, fc.nat(), fc.nat(), letter, slip, (doc, which, at, other, kind) => {
      const words = tokenizeQuery(doc.name).filter((one) => one.length >= (kind === 'left out' ? 4 : 3) && !isUnspaced(one))
      fc.pre(words.length > 0)
      const right = words[which % words.length] ?? ''
      const place = at % (right.length - 1)
      const wrong = {
        replaced: right.slice(0, place) + other + right.slice(place + 1),
        added: right.slice(0, place) + other + right.slice(place),
        'left out': right.slice(0, place) + right.slice(place + 1),
        swapped: right.slice(0, place) + right.charAt(place + 1) + right.charAt(place) + right.slice(place + 2),
      }[kind]
      expect(index.query({ text: normaliseText(wrong), limit: pool.length }).items).toContain(doc)
    }),
    { numRuns: 500 },
  )
})

test('every record of the sample listing is found by each word of its name with any one letter replaced', () => {
  const records = pages.flatMap((page): { id: string; fields: { name?: string } }[] => page.records)
  const named = records.map(({ id, fields }) => sampleInvestor({ id: id as Investor['id'], name: fields.name ?? 'Nobody' }))
  const index = new DirectoryIndex()
  index.put(named)
  const random = seededRandom(7)
  const other = () => String.fromCharCode(97 + Math.floor(random() * 26))
  let tried = 0
  for (const doc of named) {
    for (const right of tokenizeQuery(doc.name).filter((word) => word.length >= 3 && !isUnspaced(word))) {
      for (let at = 0; at < right.length; at += 1) {
        const wrong = right.slice(0, at) + other() + right.slice(at + 1)
        if (!index.query({ text: wrong, limit: named.length }).items.includes(doc)) expect([doc.name, wrong]).toEqual('found')
        tried += 1
      }
    }
  }
  expect(tried).toBeGreaterThan(4000)
})
