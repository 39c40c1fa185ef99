import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { createDatabase } from '#tests/support/template-database.ts'
import { Backend } from './simulator/backend.ts'
import { VirtualClock } from './simulator/clock.ts'
import { SimDevice } from './simulator/device.ts'
import { Network } from './simulator/network.ts'
import { randomFrom } from './simulator/random.ts'

/** Two tabs of one device, in the simulator's own time. */
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

function newDevice() {
  const random = randomFrom(7)
  const clock: VirtualClock = new VirtualClock(() => device.isBusy, backend.whenAnswered)
  const network: Network = new Network({ clock, backend, random, onSend: () => undefined, onAnswer: () => undefined })
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
  return { device, clock, waiting, save }
}

test('when the leading tab dies, another one has sent what waits within two seconds', async () => {
  const { device, clock, waiting, save } = newDevice()
  const [first, second] = [device.openTab(), device.openTab()]
  await clock.pass(3000)
  first.realm.die()
  void save(second, 'recA')
  await clock.pass(0)
  expect(waiting()).toBe(1)
  await clock.pass(2000)
  expect(waiting()).toBe(0)
})
