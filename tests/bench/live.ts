import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import type { LiveDelta } from '#shared/sync/live-delta.ts'
import { decodeDelta, LiveDevice } from '#tests/support/actors/live-device.ts'
import type { NodeReply, NodeRequest } from './live-node.ts'

/**
 * Many live devices while the directory changes: real sockets and requests, one node with its database in a process of its own, all
 * devices in this one. Each pair of devices and commits a second is measured with pokes, as of the last release, and with deltas.
 * Then the node is replaced, and every device reconnects.
 *
 * bun tests/bench/live.ts [devices×commits …] [--seconds N] [--reconnect N]
 */
const args = process.argv.slice(2)
const option = (name: string, otherwise: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise)
const SECONDS = option('--seconds', 15)
const RECONNECTING = option('--reconnect', 5000)
const named = args.filter((arg) => /^\d+[x×]\d+$/.test(arg))
const loads = (named.length > 0 ? named : ['2000x20', '5000x5']).map((text) => text.split(/[x×]/).map(Number) as [number, number])

/** More than change within the longest lag, so that a device sees most commits by themselves. */
const RECORDS = 1000
const OPENED_AT_ONCE = 100
/** As real devices. @see web/sync/tab/live-deltas.ts, web/sync/tab/live-connection.ts */
const FOLD_MS = 150
const SPREAD_MS = 10_000
/** After the last commit. */
const PATIENCE_MS = 120_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-live-`)
let received: (message: NodeReply) => void = () => undefined
const node = Bun.spawn(['bun', `${import.meta.dirname}/live-node.ts`, String(RECORDS), folder], {
  ipc: (message: NodeReply) => received(message),
  stdio: ['ignore', 'inherit', 'inherit'],
})
const nextReply = <Reply extends NodeReply>() => new Promise<Reply>((done) => (received = (message) => done(message as Reply)))
const ask = <Reply extends NodeReply>(request: NodeRequest) => {
  const reply = nextReply<Reply>()
  node.send(request)
  return reply
}
type Usage = { cpuMs: number; rssMb: number }
type Commits = { newest: Record<string, number>; commits: number; seconds: number }

/** Devices that get the same bytes share the decoded delta: what decoding costs a device is not the node's. */
const decoded = new Map<number | bigint, LiveDelta>()
const decode = (bytes: ArrayBuffer) => {
  const key = Bun.hash(bytes)
  const delta = decoded.get(key) ?? decodeDelta(bytes)
  if (decoded.size > 200) decoded.clear()
  decoded.set(key, delta)
  return delta
}

/** Milliseconds, in steps of one. */
class Histogram {
  private readonly counts = new Uint32Array(PATIENCE_MS)
  total = 0
  add(ms: number) {
    const at = Math.min(Math.max(0, Math.round(ms)), PATIENCE_MS - 1)
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.total++
  }
  at(share: number): number {
    let seen = 0
    return this.counts.findIndex((count) => {
      seen += count
      return seen >= this.total * share
    })
  }
}

let url = (await nextReply<{ url: string }>()).url

async function openDevices(count: number, takesDeltas: boolean, onApplied: (lagMs: number) => void = () => undefined) {
  const held: Map<string, number>[] = []
  const devices = Array.from({ length: count }, () => {
    const own = new Map<string, number>()
    held.push(own)
    return new LiveDevice(url, {
      ...{ takesDeltas, decode, isEmpty: true, foldMs: FOLD_MS },
      onChanges: ({ put }) => {
        const now = Date.now()
        for (const { id, name } of put.investors ?? []) {
          const [number, at] = String(name).split(' ').map(Number)
          if (!number || !at || number <= (own.get(id) ?? 0)) continue
          own.set(id, number)
          onApplied(now - at)
        }
      },
    })
  })
  for (let at = 0; at < count; at += OPENED_AT_ONCE)
    await Promise.all(devices.slice(at, at + OPENED_AT_ONCE).map((device) => device.connect()))
  return { devices, held }
}

const countLost = (held: Map<string, number>[], newest: Record<string, number>) =>
  held.reduce((sum, own) => sum + Object.entries(newest).filter(([id, number]) => own.get(id) !== number).length, 0)

async function measure(count: number, perSecond: number, takesDeltas: boolean) {
  let lags = new Histogram()
  const { devices, held } = await openDevices(count, takesDeltas, (lagMs) => lags.add(lagMs))
  // The first commit for a node is a poke, and the throttle of pokes starts from nothing.
  await ask<Commits>({ do: 'commit', perSecond: 1, seconds: 1 })
  await Bun.sleep(6000)
  const pulls = () => devices.reduce((sum, device) => sum + device.pulls, 0)
  const bytes = () => devices.reduce((sum, { sizes }) => sum + sizes.reduce((all, size) => all + size, 0), 0)
  const [before, pullsBefore, bytesBefore] = [await ask<Usage>({ do: 'usage' }), pulls(), bytes()]
  lags = new Histogram()
  const { newest, commits, seconds } = await ask<Commits>({ do: 'commit', perSecond, seconds: SECONDS })
  const endedAt = Date.now()
  while (countLost(held, newest) > 0 && Date.now() - endedAt < PATIENCE_MS) await Bun.sleep(100)
  const after = await ask<Usage>({ do: 'usage' })
  const lost = countLost(held, newest)
  const refused = devices.flatMap((device) => device.refused)
  print(
    [
      `${count} × ${(commits / seconds).toFixed(0)}/s, ${takesDeltas ? 'deltas' : 'pokes '}:`,
      `commit to applied p50 ${lags.at(0.5)} ms, p99 ${lags.at(0.99)} ms, last ${lags.at(1)} ms;`,
      `node ${(after.cpuMs - before.cpuMs).toFixed(0)} ms of processor time for ${commits} commits, ${after.rssMb.toFixed(0)} MB;`,
      `${((pulls() - pullsBefore) / count).toFixed(1)} pulls and ${((bytes() - bytesBefore) / count / 1024).toFixed(1)} KB of deltas a device;`,
      `lost ${lost}, refused ${refused.length}; load ${loadavg()[0]?.toFixed(1)}`,
    ].join(' '),
  )
  for (const device of devices) device.close()
  await Bun.sleep(1000)
}

/** Every device reconnects at a random time, and pulls both lanes. */
async function measureReconnects(count: number) {
  const { devices } = await openDevices(count, true)
  const before = await ask<Usage>({ do: 'usage' })
  const beganAt = performance.now()
  const times: number[] = []
  let failed = 0
  const all = devices.map(async (device) => {
    await device.whenClosed()
    await Bun.sleep(Math.random() * SPREAD_MS)
    device.url = url
    const own = performance.now()
    await device.connect()
    const reply = await fetch(`${url}/api/sync/me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: '{"have":{}}',
    })
    await reply.arrayBuffer()
    if (!reply.ok) failed++
    times.push(performance.now() - own)
  })
  const next = await ask<{ url: string }>({ do: 'replace' })
  url = next.url
  await Promise.all(all)
  const seconds = (performance.now() - beganAt) / 1000
  const after = await ask<Usage>({ do: 'usage' })
  times.sort((one, other) => one - other)
  const refused = devices.reduce((sum, device) => sum + device.refused.length, failed)
  print(
    `${count} reconnects: all back after ${seconds.toFixed(1)} s, each took p50 ${times[Math.floor(count / 2)]?.toFixed(0)} ms, p99 ${times[Math.floor(count * 0.99)]?.toFixed(0)} ms; node ${(after.cpuMs - before.cpuMs).toFixed(0)} ms of processor time, ${after.rssMb.toFixed(0)} MB; failed requests ${refused}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const device of devices) device.close()
}

print(`${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)} before; ${SECONDS} s each`)
try {
  for (const [devices, perSecond] of loads)
    for (const takesDeltas of [false, true]) await measure(devices, perSecond, takesDeltas)
  if (RECONNECTING > 0) await measureReconnects(RECONNECTING)
} finally {
  node.kill('SIGTERM')
  await node.exited
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
