import { heapStats } from 'bun:jsc'
import { brotliCompressSync } from 'node:zlib'
import MiniSearch, { type Query } from 'minisearch'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { orders, toRanked } from '#shared/directory/sort-orders.ts'
import { isUnspaced, tokenizeQuery, tokenizeText } from '#shared/search/tokenize.ts'
import { MATCH, type SearchDocument, WordIndex } from '#shared/search/word-index.ts'
import { editDistance } from '#tests/support/edit-distance.ts'
import { matchWord } from '#tests/support/naive-directory.ts'
import { makeInvestors, seededRandom } from '#tests/support/samples/make-investors.ts'
import { percentile } from './statistics.ts'

/**
 * The figures of shared/search/README.md: `WordIndex` and MiniSearch on the same records and queries, in one process, compared with
 * a scan of all records. Both get the same words. Records are numbered in the order of the directory, and a query returns the
 * number of matches and the first 50.
 *
 * bun tests/bench/search.ts [records…]
 */
const FIRST = 50
const SLICE = 250
const EDITS = 200
const ROUNDS = 3

type Found = { slots: Set<number>; first: number[] }
type Engine = {
  put: (records: (readonly [slot: number, doc: SearchDocument])[]) => void
  replace: (slot: number, doc: SearchDocument) => void
  /** The time of this call is measured: the number of matches, and the first 50. */
  query: (words: string[]) => { total: number; first: number[] }
  /** All matches of a query, not measured. */
  listMatches: (words: string[]) => number[]
}

function ownIndex(): Engine {
  const index = new WordIndex()
  let size = 0
  const query = (words: string[]) => {
    const matches = index.match(words, size)
    const groups = Array.from({ length: MATCH.typo + 1 }, (): number[] => [])
    let total = 0
    for (let slot = 0; slot < size; slot += 1) {
      const group = groups[matches[slot] ?? MATCH.none]
      if (!group) continue
      total += 1
      if (group.length < FIRST) group.push(slot)
    }
    return { total, first: groups.flat().slice(0, FIRST) }
  }
  return {
    put: (records) => {
      index.put(records)
      size += records.length
    },
    replace: (slot, doc) => index.put([[slot, doc]]),
    query,
    listMatches: (words) => [...index.match(words, size)].flatMap((match, slot) => (match === MATCH.none ? [] : [slot])),
  }
}

const isLong = (word: string) => word.length >= 3
const toleratesTypo = (word: string) => isLong(word) && !isUnspaced(word)

/** The rules of `WordIndex`: prose from three letters on and without typos. */
const sameRules = (words: string[]): Query => ({
  combineWith: 'AND',
  queries: words.map((word) => ({
    combineWith: 'OR',
    queries: [
      { queries: [word], fields: ['names', 'facts'], fuzzy: toleratesTypo(word) ? 1 : false },
      ...(isLong(word) || isUnspaced(word) ? [{ queries: [word], fields: ['prose'], fuzzy: false }] : []),
    ],
  })),
})
/** One call without a tree of queries, as in the documentation of MiniSearch. */
const oneCall = (words: string[]): Query => ({
  queries: words,
  combineWith: 'AND',
  fuzzy: (word) => (toleratesTypo(word) ? 1 : false),
})

function miniSearch(queryOf: (words: string[]) => Query): Engine {
  const index = new MiniSearch<{ id: number } & SearchDocument>({
    fields: ['names', 'facts', 'prose'],
    // A field arrives as words that are joined: both engines find a record by the same ones.
    extractField: (doc, field) => {
      if (field === 'prose') return tokenizeText(doc.prose).join(' ')
      const value = doc[field as 'id' | 'names' | 'facts']
      return typeof value === 'number' ? value : value.join(' ')
    },
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word || null,
    searchOptions: { prefix: true, boost: { names: 100, facts: 10 } },
  })
  const search = (words: string[]) => index.search(queryOf(words))
  return {
    put: (records) => index.addAll(records.map(([id, doc]) => ({ id, ...doc }))),
    replace: (id, doc) => index.replace({ id, ...doc }),
    query: (words) => {
      const results = search(words)
      return { total: results.length, first: results.slice(0, FIRST).map(({ id }) => id) }
    },
    listMatches: (words) => search(words).map(({ id }) => id),
  }
}

const engines: Record<string, () => Engine> = {
  WordIndex: ownIndex,
  'MiniSearch, same rules': () => miniSearch(sameRules),
  'MiniSearch, one call': () => miniSearch(oneCall),
}

/** The correct result by a scan of all records. */
function scanner(docs: SearchDocument[]): (words: string[]) => Found {
  const records = docs.map(({ names, facts, prose }) => {
    const words = tokenizeText(prose)
    return { names, facts, prose: () => words }
  })
  return (words) => {
    const distances = words.map(() => new Map<string, boolean>())
    const isOneEdit = (at: number, typed: string) => (word: string) => {
      if (Math.abs(word.length - typed.length) > 1) return false
      const known = distances[at]?.get(word)
      if (known !== undefined) return known
      const isNear = editDistance(typed, word) === 1
      distances[at]?.set(word, isNear)
      return isNear
    }
    const matches = records.map((record) => Math.max(...words.map((word, at) => matchWord(record, word, isOneEdit(at, word)))))
    const found = matches.flatMap((match, slot) => (match === MATCH.none ? [] : [{ match, slot }]))
    const first = found.toSorted((one, other) => one.match - other.match || one.slot - other.slot).slice(0, FIRST)
    return { slots: new Set(found.map(({ slot }) => slot)), first: first.map(({ slot }) => slot) }
  }
}

/** Every keystroke of names, words of prose, places, two words, each kind of typo, and words that no record has. */
function makeQueries(docs: SearchDocument[]): string[] {
  const random = seededRandom(5)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const wordOf = (part: 'names' | 'facts') => pick(pick(docs)?.[part] ?? []) ?? 'zzzz'
  const typos = (word: string) => {
    const at = 1 + Math.floor(random() * Math.max(1, word.length - 2))
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    return [
      `${before}x${after}`,
      `${before}x${word.slice(at)}`,
      before + after,
      before + after.charAt(0) + word.charAt(at) + after.slice(1),
    ]
  }
  const texts = Array.from({ length: 12 }, () => {
    const [name, fact, other] = [wordOf('names'), wordOf('facts'), wordOf('names')]
    const prose = pick(tokenizeText(pick(docs)?.prose ?? '')) ?? 'zzzz'
    const keystrokes = Array.from(name, (_, at) => name.slice(0, at + 1))
    return [...keystrokes, prose, fact, `${name} ${fact}`, `${other} ${prose}`, `${prose} ${fact}`, ...typos(other)]
  }).flat()
  return [...new Set([...texts, 'zzzz', 'seed fund', 'capital berlin', 'partner londn'])].filter(
    (text) => tokenizeQuery(text).length > 0,
  )
}

const documents = (count: number): SearchDocument[] =>
  makeInvestors(count)
    .map((doc) => toRanked(doc, undefined))
    .toSorted(orders.best)
    .map(({ doc }) => toSearchDocument(doc))

function filled(engine: Engine, docs: SearchDocument[]): Engine {
  const records = docs.map((doc, slot) => [slot, doc] as const)
  for (let at = 0; at < records.length; at += SLICE) engine.put(records.slice(at, at + SLICE))
  return engine
}

/** The difference between an engine and the scan, over all queries. */
function compare(engine: Engine, queries: string[][], expected: Found[]) {
  const difference = { same: 0, missing: 0, surplus: 0, sameFirst: 0 }
  for (const [at, { slots, first }] of expected.entries()) {
    const words = queries[at] ?? []
    const found = engine.listMatches(words)
    const correct = found.filter((slot) => slots.has(slot)).length
    difference.missing += slots.size - correct
    difference.surplus += found.length - correct
    if (correct === slots.size && correct === found.length) difference.same += 1
    if (engine.query(words).first.join() === first.join()) difference.sameFirst += 1
  }
  return difference
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Bytes in use, once what is no longer needed has been freed. */
async function settledHeap(): Promise<number> {
  for (let pass = 0; pass < 5; pass += 1) {
    Bun.gc(true)
    await Bun.sleep(50)
  }
  return heapStats().heapSize
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--memory') {
  const [name = '', count = '0'] = rest
  const docs = documents(Number(count))
  const before = await settledHeap()
  const engine = filled(engines[name]?.() ?? ownIndex(), docs)
  const after = await settledHeap()
  process.stdout.write(String(after - before))
  // Both stay reachable until here.
  process.exit(engine.query(['a']).total > docs.length ? 1 : 0)
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const row = (cells: (string | number)[]) => print(`| ${cells.join(' | ')} |`)

function memoryOf(name: string, count: number): string {
  const { stdout } = Bun.spawnSync(['bun', import.meta.path, '--memory', name, String(count)])
  return `${(Number(stdout.toString()) / 1e6).toFixed(0)} MB`
}

async function bytesOf(source: string): Promise<string> {
  const build = await Bun.build({
    entrypoints: ['/entry.ts'],
    files: { '/entry.ts': source },
    minify: true,
    target: 'browser',
    root: import.meta.dirname,
  })
  const code = (await build.outputs[0]?.text()) ?? ''
  return `${code.length} B, ${brotliCompressSync(code).length} B as brotli`
}

for (const count of (mode === undefined ? ['10000', '50000'] : [mode, ...rest]).map(Number)) {
  const docs = documents(count)
  const queries = makeQueries(docs).map((text) => tokenizeQuery(text))
  const scan = scanner(docs)
  const expected = queries.map(scan)
  print(`\n${count} records, ${queries.length} queries\n`)
  row([
    'engine',
    'p50',
    'p95',
    'slowest',
    'index',
    'one change',
    'memory',
    'same records',
    'records missing',
    'surplus',
    'same first 50',
  ])
  row(Array.from({ length: 11 }, () => '---'))
  for (const [name, make] of Object.entries(engines)) {
    const engine = make()
    const buildMs = timed(() => filled(engine, docs))
    for (const words of queries) engine.query(words)
    const times = queries.map((words) => Math.min(...Array.from({ length: ROUNDS }, () => timed(() => engine.query(words)))))
    const { same, missing, surplus, sameFirst } = compare(engine, queries, expected)
    const changes = docs.slice(0, EDITS).map((doc, slot) => ({ slot, doc: { ...doc, names: [...doc.names, 'renamed'] } }))
    const changeMs = timed(() => {
      for (const { slot, doc } of changes) engine.replace(slot, doc)
    })
    row([
      ...[name, ms(percentile(times, 50)), ms(percentile(times, 95)), ms(Math.max(...times)), ms(buildMs), ms(changeMs / EDITS)],
      ...[memoryOf(name, count), `${same} of ${queries.length}`, missing, surplus, `${sameFirst} of ${queries.length}`],
    ])
  }
}

print('')
print(
  `WordIndex: ${await bytesOf("export { WordIndex } from '#shared/search/word-index.ts'; export * from '#shared/search/tokenize.ts'")}`,
)
print(`MiniSearch: ${await bytesOf("export { default } from 'minisearch'; export * from '#shared/search/tokenize.ts'")}`)
