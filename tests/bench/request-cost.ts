import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'

/**
 * The cost of one malicious request on a node, relative to a valid one: how long the event loop is blocked, the processor time,
 * and the growth of memory. Client and server are one process, so the request's own bytes are included in the memory.
 *
 * bun tests/bench/request-cost.ts [bytes]
 */
const BYTES = Number(process.argv[2] ?? 4.5 * 1024 * 1024)
const TICK_MS = 2
const MB = 1_000_000

const folder = mkdtempSync(`${tmpdir()}/latchkey-cost-`)
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000' })
const opened = await openDatabase(env)
const context = { ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder: folder }
const serving = await serve(await createApp(context), context, { host: '127.0.0.1', port: 0, stopGraceMs: 0 })

const filled = (opening: string, each: string, closing: string) =>
  opening + each.repeat(Math.floor((BYTES - opening.length - closing.length) / each.length)) + closing
const mutation = (text: string) => ({
  ...{ id: Bun.randomUUIDv7(), name: 'contact.note', args: { contactId: 'recX', text } },
  madeAt: new Date().toISOString(),
})
const longMutations = () => {
  const text = 'x'.repeat(Math.min(9999, Math.floor(BYTES / 100) - 300))
  return JSON.stringify({ clientId: crypto.randomUUID(), mutations: Array.from({ length: 100 }, () => mutation(text)) })
}

const shapes: [name: string, make: () => string][] = [
  ['a good one', () => '{"email":"ada@example.com"}'],
  ['numbers', () => filled('{"email":[0', ',0', ']}')],
  ['empty lists', () => filled('{"email":[0', ',[]', ']}')],
  ['lists of 30 levels', () => filled('{"email":[0', `,${'['.repeat(30)}${']'.repeat(30)}`, ']}')],
  ['one text', () => filled('{"email":"', 'x', '"}')],
  ['invalid mutations', () => filled('{"clientId":"x","mutations":[{}', ',{}', ']}')],
  ['100 long mutations', longMutations],
]

async function measure(path: string, body: string) {
  Bun.gc(true)
  const before = process.memoryUsage().rss
  let [blockedMs, grown, last] = [0, 0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    blockedMs = Math.max(blockedMs, now - last - TICK_MS)
    grown = Math.max(grown, process.memoryUsage().rss - before)
    last = now
  }, TICK_MS)
  const cpu = process.cpuUsage()
  const reply = await fetch(serving.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  await reply.arrayBuffer()
  await Bun.sleep(3 * TICK_MS)
  clearInterval(timer)
  const { user, system } = process.cpuUsage(cpu)
  grown = Math.max(grown, process.memoryUsage().rss - before)
  return { status: reply.status, blockedMs, cpuMs: (user + system) / 1000, grown }
}

for (const path of ['/api/newsletter-signup', '/api/sync/push']) {
  for (const [name, make] of shapes) {
    const body = make()
    const { status, blockedMs, cpuMs, grown } = await measure(path, body)
    const figures = `blocked ${blockedMs.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms, memory +${(grown / MB).toFixed(0)} MB`
    process.stdout.write(`${path}  ${name}, ${(body.length / MB).toFixed(2)} MB: ${status}, ${figures}\n`)
  }
}
await serving.stop()
await opened.close()
rmSync(folder, { recursive: true, force: true })
