import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Elysia } from 'elysia'
import { contactNotes, directoryInvestors } from '#drizzle/schema/index.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { hashVersions } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { listing } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { createClient } from '#tests/support/client.ts'

/**
 * The cost of a private pull with nothing new, relative to an empty Elysia route with one indexed select in the same run: by
 * mark, by a hash of each collection, and by the version of each id. Client and server are one process, so the client's work is
 * included in the processor time of each. The goal by mark is 0.3 of the throughput of the empty route.
 *
 * bun tests/bench/private-lane.ts
 */
const CLIENTS = 16
const ROUND_MS = 1000
const PAIRS = 5

const folder = mkdtempSync(`${tmpdir()}/latchkey-private-`)
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000000' })
const opened = await openDatabase(env)
const context = { ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder: folder }
const serving = await serve(await createApp(context), context, { host: '127.0.0.1', port: 0, stopGraceMs: 0 })
const empty = new Elysia()
  .get('/', async () => {
    const [row] = await opened.sql`select id from directory_investors where id = 'rec0'`
    return { id: row?.id }
  })
  .listen({ port: 0, hostname: '127.0.0.1' })

type Round = { perSecond: number; threadMs: number }

/** Requests per second with every client always waiting for one, and the processor time of each. */
async function measure(request: () => Promise<Response>): Promise<Round> {
  const until = performance.now() + ROUND_MS
  const before = process.cpuUsage()
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      const reply = await request()
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${reply.url} answers ${reply.status}`)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (done * 1000) / ROUND_MS, threadMs: (user + system) / 1000 / done }
}

const median = <Pair extends { share: number }>(pairs: Pair[]) =>
  pairs.toSorted((a, b) => a.share - b.share)[Math.floor(pairs.length / 2)] as Pair
const print = (line: string) => process.stdout.write(`${line}\n`)

/** A guest with this many contacts and notes, and its pull with nothing new. */
async function holder(contacts: number, notes: number) {
  const client = createClient(serving.url)
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: crypto.randomUUID(), mutations: [] })
  const principalId = body.principalId as PrincipalId
  for (let at = 0; at < contacts; at += 1) await grantContact(opened.db, principalId, `rec${at}` as VcId)
  for (let from = 0; from < notes; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, notes - from) }, (_, at) => ({
      ...{ principalId, contactId: `rec${from + at}` as VcId },
      text: `Met in the hall, wants the deck ${from + at}`,
    }))
    await opened.db.insert(contactNotes).values(rows)
  }
  const nothing = Object.fromEntries(privateCollections.map((name) => [name, {}]))
  const { put, mark } = (await client.post<PrivateDelta>('/api/sync/me', { mark: '', have: nothing })).body
  const versions = (docs: { id: string; version: number }[]) => Object.fromEntries(docs.map(({ id, version }) => [id, version]))
  const kinds = Object.entries(put).map(([collection, docs]) => `${docs.length} ${collection}`)
  const have = Object.fromEntries(Object.entries(put).map(([collection, docs]) => [collection, versions(docs)]))
  const hashes = Object.fromEntries(privateCollections.map((name) => [name, hashVersions(have[name] ?? {})]))
  const asking = (body: object) => {
    const payload = JSON.stringify({ principalId, ...body })
    // As simple as the requests of the empty route: the cookie header is built once.
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'content-type': 'application/json', origin: serving.url, cookie }
    const init = { method: 'POST', body: payload, headers }
    return { bytes: payload.length, pull: () => fetch(`${serving.url}/api/sync/me`, init) }
  }
  return {
    kinds: kinds.join(', '),
    ways: { mark: asking({ mark }), hashes: asking({ mark: '', hashes }), ids: asking({ have }) },
  }
}

try {
  const investors = Array.from({ length: 1000 }, (_, at) => listing(`rec${at}`, { email: `p${at}@example.com` }))
  await opened.db.insert(directoryInvestors).values(investors)
  const holders = [await holder(5, 0), await holder(1000, 0), await holder(1000, 3000)]
  const route = () => fetch(`http://127.0.0.1:${empty.server?.port}/`)
  // A node that has just started answers the empty route twice as fast as one that has worked for a minute: its heap is small.
  for (const { ways } of holders) for (const { pull } of Object.values(ways)) await measure(pull)
  print('Each relative to the empty route in the same seconds, after a warm-up by all of them; medians of 5 pairs.')
  for (const { kinds, ways } of holders) {
    for (const [way, { pull, bytes }] of Object.entries(ways)) {
      const pairs: { base: Round; pull: Round; share: number }[] = []
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const [base, measured] = [await measure(route), await measure(pull)]
        pairs.push({ base, pull: measured, share: measured.perSecond / base.perSecond })
      }
      const { base, pull: measured, share } = median(pairs)
      print(
        `${kinds}, by ${way}: ${(bytes / 1000).toFixed(1)} KB up, ${measured.perSecond.toFixed(1)}/s and ${measured.threadMs.toFixed(2)} ms; ` +
          `empty ${base.perSecond.toFixed(0)}/s and ${base.threadMs.toFixed(2)} ms: ${share.toFixed(3)} of it`,
      )
    }
  }
} finally {
  await empty.stop(true)
  await serving.stop()
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
}
