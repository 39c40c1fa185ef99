import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { createDatabase } from '#tests/support/database/template-database.ts'
import { SimDevice } from '#tests/sync/simulator/device.ts'
import { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { type Exchange, Network } from '#tests/sync/simulator/environment/network.ts'
import { randomFrom } from '#tests/sync/simulator/random.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'

/** Two tabs of one device, in the simulator's virtual time. */
let backend: Backend

beforeAll(async () => {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)
  backend = await Backend.start({ socketPath, database })
  afterAll(async () => {
    await backend.stop()
    await drop()
  })
})

function newDevice(seed = 7) {
  const random = randomFrom(seed)
  const sent = new Set<string>()
  const clock: VirtualClock = new VirtualClock(() => device.isBusy, backend.whenAnswered)
  const recordSent = ({ path, reply, status }: Exchange) => {
    if (path !== '/api/sync/push' || status !== 200) return
    for (const { id, status } of JSON.parse(reply).results) if (status === 'applied' || status === 'duplicate') sent.add(id)
  }
  const network: Network = new Network({ clock, backend, random, onSend: () => undefined, onAnswer: recordSent })
  const device: SimDevice = new SimDevice({
    name: 'tabs',
    clock,
    network,
    random,
    now: () => Date.parse('2026-03-01T12:00:00Z') + clock.now,
  })
  const waiting = () => device.outboxOf('guest').length
  const save = (tab: { client: SimDevice['tabs'][number]['client'] }, vc: string) =>
    tab.client.enqueue('investor.save', { vcId: vc as VcId, isSaved: true })
  return { device, network, clock, waiting, save, random, sent }
}

test('when the leading tab dies, another one has sent the pending mutations within two seconds', async () => {
  const { device, clock, waiting, save } = newDevice()
  const [first, second] = [device.openTab(), device.openTab()]
  await clock.pass(3000)
  first.context.die()
  void save(second, 'recA')
  await clock.pass(0)
  expect(waiting()).toBe(1)
  await clock.pass(2000)
  expect(waiting()).toBe(0)
})

test('a leading tab that is not notified of a sign-in in another tab follows it in its next cycle', async () => {
  const { device, network, clock } = newDevice()
  const world = new TestWorld(backend)
  const { userId, principalId } = await world.account('ada')
  const recA = 'recA' as VcId
  await world.begin([recA], 'project' as ProjectId)
  await world.grant(principalId, recA)
  const [leading, other] = [device.openTab(), device.openTab()]
  await clock.pass(3000)
  // No notification arrives: in a busy browser it takes seconds.
  device.disk.later = () => undefined
  const [name, token] = await world.session(userId)
  network.cookies.set(name, token)
  const switching = other.client.switchPrincipal(principalId)
  await clock.pass(1000)
  await switching
  leading.client.requestSync()
  await clock.pass(1000)
  const contacts = device.disk.read(privateDatabaseName(principalId), 'contacts') as { id: string }[]
  expect(contacts.map(({ id }) => id)).toEqual([recA])
  expect(device.phase).toBe('idle')
})

const TABS = 10
const CHANGES = 60

test.each([1, 2])('ten tabs that open and die at random send everything once (%i)', async (seed) => {
  const { device, clock, waiting, save, random, sent } = newDevice(seed)
  const written: string[] = []
  for (let change = 0; change < CHANGES; change++) {
    const tab = device.tabs[Math.floor(random() * device.tabs.length)]
    if (!tab || (device.tabs.length < TABS && random() < 0.5)) device.openTab()
    else if (random() < 0.3) tab.context.dieAfter(Math.floor(random() * 40))
    else
      void tab.started
        .then(() => save(tab, `rec${change}`))
        .then(
          (id) => written.push(id),
          () => undefined,
        )
    await clock.pass(random() * 400)
  }
  for (const tab of device.tabs) tab.context.dieAfter(Number.POSITIVE_INFINITY)
  if (device.tabs.length === 0) device.openTab()
  await clock.pass(60_000)
  expect(waiting()).toBe(0)
  expect(written.filter((id) => !sent.has(id))).toEqual([])
})
