import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { brotliCompressSync } from 'node:zlib'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { openDatabase } from '#server/database/open.ts'
import { refreshExtent } from '#server/features/directory/extent/refresh-extent.ts'
import { reindexInvestors } from '#server/features/directory/search/reindex.ts'
import { createSearch } from '#server/features/directory/search/search-investors.ts'
import type { SearchDirectory } from '#shared/directory/search-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { directoryLane } from '#tests/support/actors/directory.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { percentile } from './statistics.ts'

// cspell:ignore ghijklmnop

/**
 * A directory beyond the size of a device: snapshot, delta, and the search of the rest, on an embedded Postgres of its own.
 *
 * bun tests/bench/beyond.ts [records] [records on devices]
 *
 * The first 4,000 records are indexed as in production. The others are copies of them with a name of their own, which SQL writes with
 * the same words and keys.
 */
const [count = '1000000', onDevices = '50000'] = process.argv.slice(2)
const total = Number(count)
const deviceLimit = Number(onDevices)
const BASE = Math.min(4000, total)
const BATCH = 500
/** Names that copies add: each occurs in one record of 50,000. */
const SURNAMES = 50_000
const ROUNDS = 20
const CHANGED = 100

const folder = mkdtempSync(`${tmpdir()}/latchkey-beyond-`)
const opened = await openDatabase({ DATA_DIR: folder })
const { db, close } = opened
/** Without the timeouts of the pool. */
const sql = opened.openSingle()
const print = (what: string, value: string) => process.stdout.write(`${what.padEnd(58)} ${value}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const start = performance.now()
  return [await work(), performance.now() - start]
}

async function seedBase() {
  await sql`update directory_extents set is_partial = true, device_limit = ${deviceLimit}`
  await sql`alter table directory_investors disable trigger search_new`
  const investors = makeInvestors(BASE)
  const rows = investors.map((investor, at) => ({
    ...{ id: `rec0_${String(at).padStart(6, '0')}` as VcId, name: investor.name, fund: investor.fund, title: investor.position },
    ...{ isVerified: at % 50 === 0, isVentureCapital: investor.isVentureCapital, isAngel: investor.isAngel, raw: {} },
    ...{ stages: investor.stages, sectors: investor.sectors, investmentThesis: investor.thesis, bio: investor.bio },
    ...{ location: investor.location, imageUrl: investor.imageUrl, price: investor.price, sourceHash: '' },
    sourceCreatedAt: new Date(investor.listedAt),
  }))
  for (let at = 0; at < rows.length; at += BATCH) await db.insert(directoryInvestors).values(rows.slice(at, at + BATCH))
  const ids = rows.map(({ id }) => id)
  const [, ms] = await timed(async () => {
    for (let at = 0; at < ids.length; at += BATCH) await db.transaction((tx) => reindexInvestors(tx, ids.slice(at, at + BATCH)))
  })
  print('indexed for the search, records per second', (BASE / (ms / 1000)).toFixed(0))
}

/** Copies of the base, written without indexes, which are created afterwards. */
async function multiply() {
  const copies = Math.ceil(total / BASE) - 1
  if (copies === 0) return
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'directory_search' and indexname not like '%pkey'`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  const surname = (id: string) =>
    `translate(left(md5((abs(hashtext(${id})) % ${SURNAMES})::text), 6), '0123456789', 'ghijklmnop')`
  for (let copy = 1; copy <= copies; copy += 1) {
    const id = `replace(id, 'rec0_', 'rec${copy}_')`
    await sql.unsafe(`insert into directory_investors (id, name, fund, title, is_verified, is_venture_capital, is_angel, stages, sectors,
        investment_thesis, bio, location, image_url, price, raw, source_hash, source_created_at)
      select ${id}, name || ' ' || initcap(${surname(id)}), fund, title, is_verified, is_venture_capital, is_angel, stages, sectors,
        investment_thesis, bio, location, image_url, price, raw, source_hash, source_created_at
      from directory_investors where id like 'rec0\\_%'`)
    await sql.unsafe(`insert into directory_search
      select ${id}, vc_type, is_verified, is_venture_capital, is_angel, stage_keys, sector_keys, place_words, name_words || own,
        fact_words || own, all_words || own, left(best_key, 11) || key, key, price_key, price_high_key, requests_key, newest_key
      from directory_search, lateral (select array_to_tsvector(array[${surname(id)}]) as own,
        split_part(name_key, chr(1), 1) || ' ' || ${surname(id)} || chr(1) || ${id} as key) as copied
      where id like 'rec0\\_%'`)
  }
  await sql`insert into directory_words select distinct translate(left(md5(at::text), 6), '0123456789', 'ghijklmnop')
    from generate_series(0, ${SURNAMES - 1}) as at on conflict do nothing`
  await sql`set maintenance_work_mem = '512MB'`
  for (const { definition } of indexes) await sql.unsafe(definition)
}

async function placeBest() {
  await sql`update directory_investors set on_devices = true
    where id in (select id from directory_search order by best_key limit ${deviceLimit})`
  await sql`delete from directory_search using directory_investors
    where directory_search.id = directory_investors.id and directory_investors.on_devices`
  await sql`truncate directory_search_queue`
  await sql`alter table directory_investors enable trigger search_new`
  await sql`vacuum analyze`
}

const [, seedMs] = await timed(async () => {
  await seedBase()
  await multiply()
})
await timed(placeBest)
print('seeded', `${total.toLocaleString('en-US')} records in ${seconds(seedMs)}`)
for (const table of ['directory_investors', 'directory_search', 'directory_words']) {
  const [size] = await sql<{ rows: number; bytes: string }[]>`
    select (select count(*)::int from ${sql(table)}) as rows, pg_total_relation_size(${table}::regclass)::text as bytes`
  print(`${table}: rows, size with indexes`, `${size?.rows.toLocaleString('en-US')}, ${megabytes(Number(size?.bytes))}`)
}

// --- the search
const { socketPath } = await startEmbeddedPostgres(`${folder}/postgres`)
// One connection, so that the processor time of its backend can be read.
const single = connect({ socketPath, database: 'postgres' }, { max: 1 })
const search = createSearch({ db: single.db, log: { warn: () => undefined } })
const [backend] = await single.sql<{ pid: number }[]>`select pg_backend_pid() as pid`

/** Milliseconds that the backend and this process have spent on a processor: other programs on the machine do not count. */
function processorMs(): number {
  const [ns = '0'] = readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8').split(' ')
  const { user, system } = process.cpuUsage()
  return Number(ns) / 1e6 + (user + system) / 1e3
}

const names = (
  await sql<{ name: string }[]>`
  select name from directory_investors where not on_devices and id not like 'rec0\\_%' order by md5(id) limit ${ROUNDS}`
).map(({ name }) => name.split(' ').filter((word) => /^[a-z]+$/i.test(word)))
const ofName = (at: number) => names[at % names.length] ?? []
const last = (at: number) => ofName(at).at(-1) ?? 'smith'
const wrong = (word: string) => `${word.slice(0, 2)}${word[2] === 'x' ? 'y' : 'x'}${word.slice(3)}`
const one = <Choice>(at: number, ...choices: Choice[]) => choices[at % choices.length] as Choice

const kinds: Record<string, (at: number) => SearchDirectory> = {
  'no words, best': () => ({}),
  'no words, price': () => ({ sort: 'price' }),
  'a rare name': (at) => ({ text: last(at) }),
  'the first four letters of a name': (at) => ({ text: last(at).slice(0, 4) }),
  'a frequent first name': (at) => ({ text: ofName(at)[0] ?? 'anna' }),
  'first and last name': (at) => ({ text: ofName(at).slice(-2).join(' ') }),
  'a name with a wrong letter': (at) => ({ text: wrong(last(at)) }),
  'one or two letters': (at) => ({ text: one(at, 'a', 'be', 'm', 'sa', 'jo') }),
  'a sector in words, newest': (at) => ({ text: one(at, 'defi', 'gaming', 'payments', 'infrastructure'), sort: 'newest' }),
  'words of prose': (at) => ({ text: one(at, 'founders protocol', 'early teams', 'networks', 'markets open') }),
  'sector, stage and place': (at) => ({
    sector: one(at, 'DeFi', 'AI', 'Gaming'),
    stage: 'Seed',
    location: one(at, 'london', 'new york', 'berlin'),
  }),
  'price range and kind, highest price': () => ({ minPrice: 5000, maxPrice: 20_000, kind: 'angel', sort: 'price-high' }),
}
const all: number[] = []
const allBusy: number[] = []
async function measure(query: SearchDirectory) {
  const before = processorMs()
  const [page, ms] = await timed(() => search(query))
  allBusy.push(processorMs() - before)
  all.push(ms)
  return page
}
const figures = (times: number[]) => `p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`
// Plans and pages of the first search of each kind are not those of a server that runs.
for (const queryAt of Object.values(kinds)) await search(queryAt(0))
for (const [kind, queryAt] of Object.entries(kinds)) {
  const from = all.length
  let found = ''
  for (let at = 0; at < ROUNDS; at += 1) {
    const page = await measure(queryAt(at))
    found = `${page.total}${page.isMore ? '+' : ''}`
    if (at === 0 && page.next) await measure({ ...queryAt(at), after: page.next })
  }
  print(`search: ${kind} (${found})`, `${figures(allBusy.slice(from))}; elapsed ${figures(all.slice(from))}`)
}
print('search: all of these, and second pages', `${figures(allBusy)}; elapsed ${figures(all)}`)
await single.close()

// --- the part of the devices
const lane = directoryLane(opened)
const [, firstRefreshMs] = await timed(() => refreshExtent({ db, deviceLimit }))
const [snapshot, snapshotMs] = await timed(() => lane.snapshot())
let [wire, stored] = [0, 0]
for (const sha256 of snapshot.parts) {
  const part = await lane.part(sha256)
  wire += part?.brotli.length ?? 0
  stored += part ? Bun.gunzipSync(part.gzip.slice()).length : 0
}
print('snapshot: built in, chunks', `${seconds(snapshotMs)}, ${snapshot.parts.length}`)
print('snapshot: on the wire, on the device', `${megabytes(wire)}, ${megabytes(stored)}`)
const [, idleMs] = await timed(() => refreshExtent({ db, deviceLimit }))
print('refresh of the part: first, with nothing to do', `${seconds(firstRefreshMs)}, ${seconds(idleMs)}`)

const from = { epoch: snapshot.epoch, since: snapshot.cursor }
await sql`update directory_investors set is_verified = true where id in (
  select id from directory_search where not is_verified order by newest_key limit ${CHANGED})`
const [, moveMs] = await timed(() => refreshExtent({ db, deviceLimit }))
const [delta, deltaMs] = await timed(() => lane.pull(from))
const json = Buffer.from(JSON.stringify(delta))
const moved = 'put' in delta ? `${delta.put.investors?.length ?? 0} put, ${delta.del.investors?.length ?? 0} deleted` : 'reset'
print(`${CHANGED} records become better: moved in`, `${seconds(moveMs)} (${moved})`)
print('their delta: read in, on the wire', `${deltaMs.toFixed(0)} ms, ${(brotliCompressSync(json).length / 1000).toFixed(1)} KB`)

await sql.end()
await close()
rmSync(folder, { recursive: true, force: true })
