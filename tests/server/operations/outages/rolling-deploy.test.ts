import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type Client, createClient } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { startBalancer } from '#tests/support/stand-ins/balancer.ts'
import { until } from '#tests/support/until.ts'

/** So long that a node which does not listen any more is sent requests before the next check. */
const HEALTH_MS = 1000
const GRACE_MS = 2500
const RECONNECT_MS = 200

const balancer = startBalancer(HEALTH_MS)
/** It holds the database, and is not behind the balancer. */
const first = await startTestApp({ env: { PUBLIC_URL: balancer.url }, stopGraceMs: GRACE_MS })

type Member = Client & { saved: number }

/** An account that signs in through the balancer. */
async function aMember(): Promise<Member> {
  const { user, password } = await first.member()
  const client = createClient(balancer.url)
  expect((await client.post('/api/auth/login', { email: user.email, password })).status).toBe(200)
  return { ...client, saved: 0 }
}

async function save(member: Member) {
  const args = { vcId: `rec${member.saved++}`, isSaved: true }
  const mutations = [{ id: newMutationId(), name: 'investor.save', args, madeAt: new Date().toISOString() }]
  return member.post('/api/sync/push', { clientId: newClientId(), mutations })
}

const countSaved = async (member: Member) => {
  const { status, body } = await member.post<{ put: { saved?: object[] } }>('/api/sync/me', { have: {} })
  expect(status).toBe(200)
  return body.put.saved?.length ?? 0
}

/** A device of an account: it pulls when it connects and when it is poked, and at no other time. It reconnects when it is cut off. */
function aDevice(member: Member) {
  let isOver = false
  let socket: WebSocket | undefined
  const pulls: Promise<void>[] = []
  /** Ends its connection, and waits for the replies to its pulls. */
  const stop = async () => {
    isOver = true
    socket?.close()
    await Promise.all(pulls)
  }
  const device = { has: 0, reconnects: -1, stop }
  const pull = () => {
    if (isOver) return
    const pulled = countSaved(member).then((count) => {
      // Two pulls may overlap, and the reply to the later one arrive first.
      device.has = Math.max(device.has, count)
    })
    // A failed one fails the test when the device is stopped.
    pulled.catch(() => undefined)
    pulls.push(pulled)
  }
  const connect = () => {
    if (isOver) return
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: balancer.url }
    socket = new WebSocket(`${balancer.url.replace('http', 'ws')}/api/sync/live`, { headers } as never)
    socket.onopen = () => {
      device.reconnects++
      pull()
    }
    socket.onmessage = pull
    socket.onclose = () => setTimeout(connect, RECONNECT_MS)
  }
  connect()
  onTestFinished(stop)
  return device
}

/**
 * Stops a node as its operator does. Its grace of two health checks becomes longer on a slow machine: it lasts until the balancer has
 * asked, and has the replies to what it sent before. A shorter grace stays as it is.
 */
async function stopBehindBalancer({ url, stop }: TestApp) {
  const { sleep } = Bun
  const stretched = vi.spyOn(Bun, 'sleep').mockImplementation(async (ms) => {
    await sleep(ms)
    if (ms === GRACE_MS && ms > HEALTH_MS) await until(async () => balancer.hasLeft(url))
  })
  await stop()
  stretched.mockRestore()
}

test('a rolling deploy under load: no request fails, and no device misses a change', async () => {
  const nodes = [await first.anotherNode(), await first.anotherNode()]
  for (const { url } of nodes) await balancer.add(url)
  const members = await Promise.all(Array.from({ length: 4 }, aMember))
  const devices = members.flatMap((member) => [member, member, member].map((each) => ({ member: each, device: aDevice(each) })))
  const isCurrent = () => devices.every(({ member, device }) => device.has === member.saved)

  const statuses: number[] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
    vi.restoreAllMocks()
  })
  const load = [...members, ...members, ...members].map(async (member) => {
    const calls = [() => save(member), () => member.get('/api/config'), () => member.post('/api/sync/me', { have: {} })]
    for (let at = 0; !isOver; at++) statuses.push((await calls[at % calls.length]?.())?.status ?? 0)
  })

  /** Waits until the load has had this many more replies. */
  const requests = async (count: number) => {
    const before = statuses.length
    await expect.poll(() => statuses.length - before).toBeGreaterThan(count)
  }

  for (const old of nodes) {
    const fresh = await first.anotherNode()
    await balancer.add(fresh.url)
    await requests(40)
    await stopBehindBalancer(old)
    balancer.remove(old.url)
    await requests(40)
  }
  isOver = true
  await Promise.all(load)
  await expect.poll(isCurrent).toBe(true)
  await expect.poll(() => devices.every(({ device }) => device.reconnects > 0)).toBe(true)
  // From now on only pokes of the new nodes lead to a pull.
  for (const member of members) statuses.push((await save(member)).status)
  await expect.poll(isCurrent).toBe(true)

  expect(statuses.filter((status) => status !== 200)).toEqual([])
  await Promise.all(devices.map(({ device }) => device.stop()))
  await balancer.stop()
})
