import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createApp } from '#server/app.ts'
import { connect } from '#server/database/client.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'

/**
 * A node in a separate process, to measure the cost of a request: the process of a test also contains the test runner, the client
 * and its bodies. Started by `request-cost.ts`, which queries it before and after a request.
 */
const { SOCKET_PATH: socketPath = '', DATABASE: database = '', DATA_DIR: folder = '' } = process.env

// A page, so that addresses are handled as those of screens.
const webFolder = `${folder}/web`
mkdirSync(webFolder)
writeFileSync(`${webFolder}/index.html`, '<!doctype html><title>Latchkey</title>')

const opened = connect({ socketPath, database })
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000' })
const world = { ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder }
const serving = await serve(await createApp(world), world, { host: '127.0.0.1', port: 0, stopGraceMs: 0 })

const KB = 1024
const isLinux = existsSync('/proc/self/clear_refs')
/** The resident memory now, or its maximum since `startOver`. Only Linux counts the latter. */
const memory = (field: 'VmRSS' | 'VmHWM') =>
  isLinux
    ? KB * Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.memoryUsage().rss
const startOver = () => isLinux && writeFileSync('/proc/self/clear_refs', '5')

const DOCUMENTS = Array.from({ length: 100 }, (_, at) => ({
  id: `rec${at}`,
  text: 'é'.repeat(5000),
  numbers: Array.from({ length: 200 }, (_, number) => number),
}))

/** The processor time of a fixed amount of work like that of a large request: it is written, encoded, decoded, parsed and searched. */
function referenceMs(): number {
  const before = process.cpuUsage()
  for (let turn = 0; turn < 4; turn += 1) {
    const bytes = new TextEncoder().encode(JSON.stringify(DOCUMENTS))
    const parsed = JSON.parse(new TextDecoder().decode(bytes)) as typeof DOCUMENTS
    if (parsed.some(({ text }) => /[^é]/.test(text))) throw new Error('The text changed')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The reference on two quiet cores of a current server processor, for which the limits of requests are meant. */
const USUAL_REFERENCE_MS = 14
const MAX_SLOWNESS = 20

/**
 * How many times as long as usual this machine takes now, at least 1. Another machine, a busy neighbour on the same core, and a host
 * that takes memory back slow a request and the reference alike.
 */
function slowness(): number {
  const [, median = 0] = [referenceMs(), referenceMs(), referenceMs()].sort((a, b) => a - b)
  return Math.min(Math.max(1, median / USUAL_REFERENCE_MS), MAX_SLOWNESS)
}
// The first runs are compiled.
for (let run = 0; run < 10; run += 1) referenceMs()

let [residentBefore, cpuBefore] = [0, process.cpuUsage()]

/** `begin` a measurement, end it with its limit in milliseconds, or stop the node. */
process.on('message', (word: 'begin' | { mostMs: number | undefined } | 'stop') => {
  if (word === 'begin') {
    Bun.gc(true)
    startOver()
    residentBefore = memory('VmRSS')
    cpuBefore = process.cpuUsage()
    process.send?.('ready')
  } else if (word !== 'stop') {
    const { user, system } = process.cpuUsage(cpuBefore)
    const grownBytes = memory('VmHWM') - residentBefore
    const ownMs = (user + system) / 1000
    process.send?.({ threadMs: ownMs < (word.mostMs ?? Number.POSITIVE_INFINITY) ? ownMs : ownMs / slowness(), grownBytes })
  } else {
    void serving
      .stop()
      .then(opened.close)
      .then(() => process.exit(0))
  }
})
process.send?.(serving.url)
