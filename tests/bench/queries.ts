import { DirectoryIndex } from '#shared/directory/directory-index.ts'
import { type DirectorySort, orders } from '#shared/directory/sort-orders.ts'
import { naiveQuery } from '#tests/support/naive-directory.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { sampleQueries } from './sample-queries.ts'
import { median, percentile } from './statistics.ts'

/**
 * Filter, words and order over all investors, first 50, in one process: the index that devices search. Some of the answers are
 * compared with a scan of all records.
 *
 * bun tests/bench/queries.ts [investors…]
 */
const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 50_000, 100_000]
const ROUNDS = 6
const COMPARED_EVERY = 16
const sorts = Object.keys(orders) as DirectorySort[]

const print = (line: string) => process.stdout.write(`${line}\n`)
let wrong = 0

for (const count of COUNTS) {
  const investors = makeInvestors(count)
  const index = new DirectoryIndex()
  index.put(investors)
  const times: number[] = []
  let compared = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, query] of sampleQueries(round).entries()) {
      const sorted = { ...query, sort: sorts[at % sorts.length] ?? 'best' }
      const began = performance.now()
      const found = index.query(sorted)
      // The first round compiles, and sorts each order once.
      if (round > 0) times.push(performance.now() - began)
      if (round !== 1 || at % COMPARED_EVERY !== 0) continue
      compared += 1
      const expected = naiveQuery(investors, new Map(), sorted)
      const idsOf = ({ items }: typeof found) => items.map(({ id }) => id).join()
      if (found.total !== expected.total || idsOf(found) !== idsOf(expected)) wrong += 1
    }
  }
  print(
    `${String(count).padStart(7)} investors: p50 ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms; ${compared} answers compared with a scan, ${wrong} wrong`,
  )
}
process.exit(wrong > 0 ? 1 : 0)
