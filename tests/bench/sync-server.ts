import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Elysia } from 'elysia'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { directoryApp, directoryLane, listing } from '#tests/support/actors/directory.ts'

/**
 * The cost of the sync engine on the server, relative to an empty Elysia route with one indexed select in the same run: ratios
 * are significant, absolute times are not.
 *
 * bun tests/bench/sync-server.ts [investors]
 */
const INVESTORS = Number(process.argv[2] ?? 10_000)
const CLIENTS = 32
const ROUND_MS = 2000
const ROUNDS = 5

const WORDS = 'seed series founder token payments rollup protocol custody settlement yield liquidity open network partner'.split(
  ' ',
)
const text = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => WORDS[(seed * 31 + at * at * 7 + at * seed) % WORDS.length]).join(' ')

/** About 1.2 KB of JSON each, with text that compresses realistically. */
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    listing(`rec${String(at).padStart(14, '0')}`, {
      name: `Partner ${text(at, 2)} ${at}`,
      fund: `${text(at * 3, 2)} Capital ${at % 977}`,
      isVerified: at % 3 === 0,
      stages: ['Seed', 'Series A'].slice(at % 2),
      sectors: ['DeFi', 'AI/ML', 'Infrastructure', 'Gaming'].slice(at % 3),
      investmentThesis: `${text(at, 45)} ${crypto.randomUUID()}`,
      bio: `${text(at * 7, 30)} ${crypto.randomUUID()}`,
      portfolioPerformance: text(at * 11, 12),
      location: `City ${at % 211}`,
      imageUrl: `https://images.example/${crypto.randomUUID()}.webp`,
      email: `p${at}@example.com`,
      meetingLink: at % 2 ? `https://cal.example/${at}` : null,
    }),
  )

async function fill({ db }: OpenDatabase) {
  const all = rows(INVESTORS)
  for (let at = 0; at < all.length; at += 1000) await db.insert(directoryInvestors).values(all.slice(at, at + 1000))
}

/** Requests per second with every client always waiting for one. */
async function throughput(url: string): Promise<number> {
  const until = performance.now() + ROUND_MS
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      const reply = await fetch(url)
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${url} answers ${reply.status}`)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done * 1000) / ROUND_MS
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const print = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(`${tmpdir()}/latchkey-bench-`)
const server = await startEmbeddedPostgres(`${folder}/postgres`)
const opened = connect({ socketPath: server.socketPath, database: 'postgres' })
try {
  await migrateDatabase(opened)
  await fill(opened)
  const lane = directoryLane(opened)

  const began = performance.now()
  const { epoch, cursor, parts } = await lane.snapshot()
  const buildMs = performance.now() - began
  // With brotli a device gets the form of fields (`?form=columns`), and without it the documents.
  const sizes = await opened.sql<{ columns: number; gzip: number }[]>`
    select length(coalesce(columns, brotli)) as columns, length(gzip) as gzip from unnest(${parts}::text[]) with ordinality as named(hash, place)
    join sync_chunks on sha256 = hash order by place`
  const sum = (which: 'columns' | 'gzip') => sizes.reduce((total, part) => total + part[which], 0)
  print(`snapshot of ${INVESTORS} investors: ${buildMs.toFixed(0)} ms, ${parts.length} parts`)
  print(
    `by fields ${(sum('columns') / 1e6).toFixed(2)} MB (first part ${((sizes[0]?.columns ?? 0) / 1e3).toFixed(0)} KB), documents with gzip ${(sum('gzip') / 1e6).toFixed(2)} MB`,
  )

  const baseline = new Elysia().get('/', async () => {
    const [row] = await opened.sql`select id from directory_investors where id = 'rec00000000000001'`
    return { id: row?.id }
  })
  const app = directoryApp(lane).use(baseline).listen({ port: 0, hostname: '127.0.0.1' })
  const url = `http://127.0.0.1:${app.server?.port}`
  const pull = `${url}/api/sync/directory?epoch=${epoch}&since=${cursor}`
  const emptyRoute: number[] = []
  const emptyPull: number[] = []
  await throughput(pull)
  for (let round = 0; round < ROUNDS; round++) {
    emptyRoute.push(await throughput(`${url}/`))
    emptyPull.push(await throughput(pull))
  }
  const [route, pulled] = [median(emptyRoute), median(emptyPull)]
  print(
    `empty route with one select: ${route.toFixed(0)}/s; pull with nothing new: ${pulled.toFixed(0)}/s = ${(pulled / route).toFixed(2)} of it (goal 0.6)`,
  )
  await app.stop(true)
} finally {
  await opened.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
