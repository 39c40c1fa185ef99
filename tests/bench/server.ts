import { fileURLToPath } from 'node:url'
import { directoryInvestors, investorStats, vcs } from '#drizzle/schema/index.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { parseEnv } from '#server/env.ts'
import { REFRESH_STATS } from '#server/features/directory/stats/refresh-stats.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { makeInvestors, makeStats } from '#tests/support/samples/make-investors.ts'
import { endOnSignal } from './end-on-signal.ts'

/** The product with many generated investors, and the bench's pages beside the web app. Prints its address. */
const [count = '10000', webFolder = '', dataDir = '', pictures = ''] = process.argv.slice(2)
const investors = makeInvestors(Number(count))

const listed = (investor: Investor): typeof directoryInvestors.$inferInsert => ({
  id: investor.id,
  name: investor.name,
  fund: investor.fund,
  title: investor.position,
  isVerified: investor.isVerified,
  isVentureCapital: investor.isVentureCapital,
  isAngel: investor.isAngel,
  stages: investor.stages,
  sectors: investor.sectors,
  investmentThesis: investor.thesis,
  bio: investor.bio,
  portfolioPerformance: investor.portfolioPerformance,
  location: investor.location,
  imageUrl: pictures === 'none' ? null : investor.imageUrl,
  fundWebsite: investor.fundWebsite,
  price: investor.price,
  limit: investor.limit,
  meetingLink: investor.hasMeetingLink ? 'https://calendly.com/example' : null,
  donateToCharity: investor.donatesToCharity,
  raw: {},
  sourceHash: investor.id,
  sourceCreatedAt: new Date(investor.listedAt),
})

const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000' })
const opened = await openDatabase(env)
await opened.db.delete(vcs)
for (let at = 0; at < investors.length; at += 500) {
  await opened.db.insert(directoryInvestors).values(investors.slice(at, at + 500).map(listed))
}
await opened.db.insert(investorStats).values(makeStats(investors).slice(0, 5000))

const screenRenderer = fileURLToPath(new URL('../../web/app/first-screen/worker.ts', import.meta.url))
const context = { ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder, screenRenderer }
const app = await createApp(context)
// The figures of demand have no purchases: counting those would delete them.
const jobs = { ...app.jobs, [REFRESH_STATS]: async () => undefined }
const serving = await serve({ ...app, jobs }, context, { host: '127.0.0.1', port: 0, stopGraceMs: 0 })
// The first snapshot is built before the first client requests it.
await fetch(`${serving.url}/api/sync/directory/snapshot`)
// A page is sent without its first screen while the renderer loads its modules.
for (const path of ['/', '/vcs', '/ping', '/directory', '/scout']) await fetch(serving.url + path)
process.stdout.write(`${serving.url}\n`)
endOnSignal(() => serving.stop().then(opened.close))
