import { sql } from 'drizzle-orm'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { endOnSignal } from './end-on-signal.ts'

/**
 * A node with generated investors in a process of its own, for `live.ts`. It answers over the channel of its parent.
 *
 * A commit writes its number and its time into the name of a record: a device that has the record knows what it has and since when.
 */
export type NodeRequest =
  | { do: 'commit'; perSecond: number; seconds: number }
  | { do: 'usage' }
  /** Another node starts, and the first one stops: its connections end. */
  | { do: 'replace' }
export type NodeReply =
  | { url: string }
  | { newest: Record<string, number>; commits: number; seconds: number }
  | { cpuMs: number; rssMb: number }

const [records = '1000', dataDir = ''] = process.argv.slice(2)
const reply = (message: NodeReply) => process.send?.(message)

const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000' })
const opened = await openDatabase(env)
const rows = makeInvestors(Number(records)).map(
  ({ id, name, fund, isVerified, isVentureCapital, isAngel, stages, sectors, thesis, bio, location }) => ({
    ...{ id, name, fund, isVerified, isVentureCapital, isAngel, stages, sectors, bio, location },
    ...{ investmentThesis: thesis, raw: {}, sourceHash: id, consentedAt: new Date() },
  }),
)
for (let at = 0; at < rows.length; at += 500) await opened.db.insert(directoryInvestors).values(rows.slice(at, at + 500))

const context = { ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder: dataDir }
const start = async () => serve(await createApp(context), context, { host: '127.0.0.1', port: 0, stopGraceMs: 0 })
let serving = await start()
await fetch(`${serving.url}/api/sync/directory/snapshot`)

let written = 0
async function commit(perSecond: number, seconds: number) {
  const newest: Record<string, number> = {}
  const beganAt = performance.now()
  const writes: Promise<unknown>[] = []
  let done = 0
  while (performance.now() - beganAt < seconds * 1000) {
    const { id } = rows[written % rows.length] ?? {}
    if (!id) break
    const number = ++written
    newest[id] = number
    writes.push(
      opened.db
        .execute(sql`update directory_investors set name = ${`${number} ${Date.now()}`} where id = ${id}`)
        .then(() => done++),
    )
    await Bun.sleep(Math.max(0, beganAt + (writes.length * 1000) / perSecond - performance.now()))
  }
  await Promise.all(writes)
  reply({ newest, commits: done, seconds: (performance.now() - beganAt) / 1000 })
}

async function replace() {
  const first = serving
  serving = await start()
  reply({ url: serving.url })
  await first.stop()
}

process.on('message', (request: NodeRequest) => {
  if (request.do === 'commit') void commit(request.perSecond, request.seconds)
  if (request.do === 'replace') void replace()
  if (request.do === 'usage') {
    const { user, system } = process.cpuUsage()
    reply({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 1e6 })
  }
})
endOnSignal(() => serving.stop().then(opened.close))
reply({ url: serving.url })
