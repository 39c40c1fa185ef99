import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '#tests/e2e/support/server.ts'
import { confirmedBy, startWriter, type Writer } from '#tests/support/actors/steady-writer.ts'
import { createClient } from '#tests/support/client.ts'
import { startBalancer } from '#tests/support/stand-ins/balancer.ts'
import { countSaved } from '#tests/support/state/mutations.ts'
import { until } from '#tests/support/until.ts'

const HEALTH_MS = 50
/** Three starts of a process, also on a busy machine. */
const TIMEOUT_MS = 300_000

/** A live connection of a guest that reconnects when it is cut off. A device pulls when it connects and when it is poked. */
function startDevice(url: string, { client }: Writer) {
  const device = { holds: 0, connections: 0 }
  let isOver = false
  let socket: WebSocket | undefined
  const pullOnce = async () => {
    const { status, body } = await client.post<{ put?: { saved?: object[] } }>('/api/sync/me', { have: {} })
    // Two pulls may overlap, and the reply to the later one arrive first.
    if (status === 200) device.holds = Math.max(device.holds, body.put?.saved?.length ?? 0)
    return status === 200
  }
  const pull = async () => {
    if (isOver) return
    // A node that is killed while it answers ends its reply in the middle.
    const isPulled = await pullOnce().catch(() => false)
    if (!isPulled) setTimeout(pull, HEALTH_MS)
  }
  const connect = () => {
    if (isOver) return
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    socket = new WebSocket(`${url.replace('http', 'ws')}/api/sync/live`, { headers: { cookie, origin: url } } as never)
    socket.onopen = () => {
      device.connections++
      void pull()
    }
    socket.onmessage = pull
    socket.onclose = () => setTimeout(connect, HEALTH_MS)
  }
  connect()
  onTestFinished(() => {
    isOver = true
    socket?.close()
  })
  return device
}

test(
  'the death of either node costs the requests that it was answering: every change is stored once, and devices miss none',
  async () => {
    const balancer = startBalancer(HEALTH_MS)
    onTestFinished(() => balancer.stop())
    const env = { SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000', PUBLIC_URL: balancer.url }
    const first = await startProduct(env)
    const second = await startProduct({ ...env, DATA_DIR: first.folder })
    for (const node of [second, first]) onTestFinished(() => node.dispose())
    for (const { url } of [first, second]) await balancer.add(url)

    const writers = Array.from({ length: 4 }, () => startWriter(createClient(balancer.url)))
    await Promise.all(writers.map((writer) => writer.confirms(3)))
    const devices = writers.flatMap((writer) => [writer, writer].map((each) => startDevice(balancer.url, each)))
    await until(async () => devices.every(({ connections }) => connections > 0))

    await first.kill()
    await Promise.all(writers.map((writer) => writer.confirms(5)))
    await first.start()
    await until(async () => balancer.isHealthy(first.url))
    await second.kill()
    await Promise.all(writers.map((writer) => writer.confirms(5)))
    for (const writer of writers) await writer.end()

    // The balancer answers 502 for a node that has died, and sends no request twice.
    const failed = writers.flatMap(({ replies }) => replies.map(({ status }) => status)).filter((status) => status !== 200)
    expect(failed.filter((status) => status !== 502)).toEqual([])
    const held = writers.flatMap((writer) => [writer.confirmed(), writer.confirmed()])
    await expect.poll(() => devices.map(({ holds }) => holds)).toEqual(held)
    expect(devices.some(({ connections }) => connections > 1)).toBe(true)
    const { db, close } = await first.openDatabase()
    expect(await countSaved(db)).toBe(confirmedBy(writers))
    await close()
  },
  TIMEOUT_MS,
)
