import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { createDatabase } from '#tests/support/database/template-database.ts'
import { SimDevice } from '#tests/sync/simulator/device.ts'
import { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { type Call, Network } from '#tests/sync/simulator/environment/network.ts'
import { randomFrom } from '#tests/sync/simulator/random.ts'
import { readDirectory } from '#tests/sync/support/device-contents.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { loadMutations, TestDevice } from '#tests/sync/support/test-device.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { addToOutbox, StalePrincipalError, takeUnsent } from '#web/sync/engine/outbox.ts'
import { PRINCIPAL_LOCK } from '#web/sync/engine/platform.ts'

/** Guards of the sync that random histories rarely cover: `simulator/guards.ts` names the test of each. */
const ada = 'ada' as PrincipalId
const save = (id: string, isSaved = true) => ({ vcId: id as VcId, isSaved })

describe('on a device', () => {
  function newDevice() {
    const server = new MemoryServer()
    server.principal(ada, 'account')
    const browser = new Browser(server)
    return { server, browser, device: new TestDevice(browser.send) }
  }

  test('pending mutations are shown over the response of a pull that does not contain them', async () => {
    const { server, browser, device } = newDevice()
    const tab = await device.openTab()
    browser.cookie = ada
    await tab.client.switchPrincipal(ada)
    browser.isOnline = false
    const id = await tab.client.enqueue('investor.save', save('recX', false))
    server.postpones.add(id)
    server.principal(ada).saved.add('recX').add('recY')
    browser.isOnline = true
    await tab.settle()
    expect((await tab.db.saved.toArray()).map((row) => row.id)).toEqual(['recY'])
    expect(await tab.db.outbox.count()).toBe(1)
    tab.kill()
  })

  test('a delta whose rows cannot be stored leaves the cursor unchanged', async () => {
    const { server, device } = newDevice()
    for (const id of ['recA', 'recB', 'recC', 'recD', 'recE', 'recF']) server.put({ id, name: 'Old' })
    const tab = await device.openTab()
    await tab.settle()
    const before = await tab.directory.getMeta('cursor')
    server.put({ id: 'recA', name: 'New' })
    let isFull = true
    device.disk.isFull = (table) => isFull && table === 'rows'
    await tab.settle()
    expect(await tab.directory.getMeta('cursor')).toBe(before)
    isFull = false
    await tab.settle()
    expect((await readDirectory(tab.directory)).investors?.recA).toMatchObject({ name: 'New' })
    tab.kill()
  })

  test('nothing is added to an outbox after its unsent mutations were taken', async () => {
    const { device } = newDevice()
    const tab = await device.openTab()
    const life = (await tab.db.getMeta('life')) ?? ''
    // As in a tab that was not notified of the sign-in yet.
    const left = new PrivateDatabase('guest', life, device.dexie)
    await takeUnsent(new PrivateDatabase('guest', life, device.dexie))
    const late = addToOutbox({ loadMutations, now: () => 0 }, left, 'investor.save', save('recX'))
    await expect(late).rejects.toThrow(StalePrincipalError)
    expect(await left.outbox.count()).toBe(0)
    left.close()
    tab.kill()
  })
})

describe("in the simulator's virtual time", () => {
  let backend: Backend

  beforeAll(async () => {
    const { database, drop } = await createDatabase(inject('postgresSocket'))
    backend = await Backend.start({ socketPath: inject('postgresSocket'), database })
    afterAll(async () => {
      await backend.stop()
      await drop()
    })
  })

  function newDevice(onSend: (path: string, call: Call) => void = () => undefined) {
    const random = randomFrom(7)
    const clock: VirtualClock = new VirtualClock(() => device.isBusy, backend.whenAnswered)
    const network: Network = new Network({
      clock,
      backend,
      random,
      onSend: (path, _body, call) => onSend(path, call),
      onAnswer: () => undefined,
    })
    const now = () => Date.parse('2026-03-01T12:00:00Z') + clock.now
    const device: SimDevice = new SimDevice({ name: 'guards', clock, network, random, now })
    return { device, clock, network }
  }
  const outboxOf = (device: SimDevice, principal: PrincipalId) => device.outboxOf(principal).map(({ id }) => id)

  test('of three tabs only one communicates with the server', async () => {
    const senders = new Set<object>()
    const { device, clock } = newDevice((_path, { context }) => void senders.add(context))
    const tabs = [device.openTab(), device.openTab(), device.openTab()]
    await clock.pass(3000)
    for (const [at, tab] of tabs.entries()) void tab.client.enqueue('investor.save', save(`rec${at}`))
    await clock.pass(3000)
    expect(device.outboxOf('guest')).toEqual([])
    expect(senders.size).toBe(1)
    for (const tab of tabs) tab.context.die()
  })

  test('a power cut after a sign-in does not lose what the guest wrote', async () => {
    const { device, clock, network } = newDevice()
    const tab = device.openTab()
    await clock.pass(3000)
    network.conditions = 'off'
    const written = tab.client.enqueue('investor.save', save('recX'))
    await clock.pass(100)
    const signedIn = tab.client.switchPrincipal(ada)
    await clock.pass(100)
    await signedIn
    device.losePower()
    const next = device.openTab()
    await clock.pass(3000)
    expect(device.pointer?.principal).toBe(ada)
    expect(outboxOf(device, ada)).toEqual([await written])
    next.context.die()
  })

  test.each([0, 2, 6])('two tabs that sign in within %i turns of each other leave one principal on the device', async (turns) => {
    const ben = 'ben' as PrincipalId
    const { device, clock, network } = newDevice()
    const [first, second] = [device.openTab(), device.openTab()]
    await clock.pass(3000)
    network.conditions = 'off'
    const ids = ['recX', 'recY', 'recZ'].map((vc) => first.client.enqueue('investor.save', save(vc)))
    await clock.pass(100)
    const switches = [first.client.switchPrincipal(ada)]
    for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
    switches.push(second.client.switchPrincipal(ben))
    const outcomes = Promise.allSettled(switches)
    await clock.pass(60_000)
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const databases = device.disk.databases().filter((name) => name !== device.directoryName)
    expect(databases).toEqual([privateDatabaseName(device.pointer?.principal ?? 'guest')])
    // A guest's mutations are transferred with the first sign-in, and not with the second one.
    expect([outboxOf(device, ada), outboxOf(device, ben)].flat()).toEqual(
      device.pointer?.principal === ada ? await Promise.all(ids) : [],
    )
    for (const tab of [...device.tabs]) tab.context.die()
  })

  test('a worker that wakes during an account switch opens no private database before it is over', async () => {
    const { device, clock, network } = newDevice()
    const tab = device.openTab()
    await clock.pass(3000)
    network.conditions = 'off'
    void tab.client.enqueue('investor.save', save('recX'))
    await clock.pass(100)
    const over = Promise.withResolvers<void>()
    void device.locks.of(tab.context).exclusively(PRINCIPAL_LOCK, () => over.promise)
    const worker = device.wakeWorker()
    const opened: string[] = []
    const { open } = worker.disk
    worker.disk.open = (name, version) => {
      opened.push(name)
      return open.call(worker.disk, name, version)
    }
    await clock.pass(5000)
    expect(opened.filter((name) => name !== device.directoryName)).toEqual([])
    over.resolve()
    await clock.pass(100)
    expect(opened).toContain(privateDatabaseName('guest'))
    worker.context.die()
    tab.context.die()
  })
})
