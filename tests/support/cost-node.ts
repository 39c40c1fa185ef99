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
const serving = await serve(await createApp(world), world, { host: '127.0.0.1', port: 0, goodbyeMs: 0 })

const KB = 1024
const isLinux = existsSync('/proc/self/clear_refs')
/** The resident memory now, or its maximum since `startOver`. Only Linux counts the latter. */
const memory = (field: 'VmRSS' | 'VmHWM') =>
  isLinux
    ? KB * Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.memoryUsage().rss
const startOver = () => isLinux && writeFileSync('/proc/self/clear_refs', '5')

let [residentBefore, cpuBefore] = [0, process.cpuUsage()]

process.on('message', (word) => {
  if (word === 'begin') {
    Bun.gc(true)
    startOver()
    residentBefore = memory('VmRSS')
    cpuBefore = process.cpuUsage()
    process.send?.('ready')
  } else if (word === 'end') {
    const { user, system } = process.cpuUsage(cpuBefore)
    process.send?.({ threadMs: (user + system) / 1000, grownBytes: memory('VmHWM') - residentBefore })
  } else {
    void serving
      .stop()
      .then(opened.close)
      .then(() => process.exit(0))
  }
})
process.send?.(serving.url)
