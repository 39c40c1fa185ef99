import { afterEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import type { Fault } from '#tests/sync/support/storage-errors.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'

/**
 * What goes through several databases, with the first call to the disk failing, then the second, until none does: in each of
 * these worlds either it is there when the app is opened anew, or the person was told, and nothing was called saved that is not.
 */
const ada = 'ada' as PrincipalId
const vc = 'rec1' as VcId

type World = { server: MemoryServer; browser: Browser; device: TestDevice; tab: TestTab }
/** Set up without faults; `act` is what the person does; `isThere` looks at what holds afterwards, in a new tab on a healed disk. */
type Deed = {
  setUp?: (world: World) => Promise<unknown>
  act: (world: World) => Promise<unknown>
  isThere: (world: World) => Promise<boolean>
}

const textOf = async ({ tab, server }: World, text: string) => {
  const entries = await tab.db.outbox.toArray()
  const waits = entries.filter(({ args }) => JSON.stringify(args).includes(text)).length
  const arrived = [...server.processed.values()].filter(({ mutation }) => JSON.stringify(mutation.args).includes(text)).length
  // Once: on its way or arrived; both only while the answer is still out, which sending again settles.
  return waits <= 1 && arrived <= 1 && waits + arrived >= 1
}
const offline = async ({ browser }: World) => {
  browser.isOnline = false
}

const deeds: Record<string, Deed> = {
  'writing a note': {
    setUp: offline,
    act: ({ tab }) => tab.client.enqueue('contact.note', { contactId: vc, text: 'precious' }),
    isThere: async (world) => (await textOf(world, 'precious')) && (await world.tab.db.notes.get(vc))?.text === 'precious',
  },
  'signing in with unsent words': {
    setUp: async (world) => {
      await world.tab.client.switchPrincipal('guest')
      await offline(world)
      await world.tab.client.enqueue('contact.note', { contactId: vc, text: 'precious' })
    },
    act: ({ tab }) => tab.client.switchPrincipal(ada),
    isThere: async (world) => world.tab.db.principal === ada && (await textOf(world, 'precious')),
  },
  'signing out': {
    setUp: offline,
    act: ({ tab }) => tab.client.switchPrincipal('guest'),
    isThere: async ({ tab }) => tab.db.principal === 'guest' && (await tab.db.contacts.count()) === 0,
  },
  'receiving what was unlocked elsewhere': {
    setUp: async ({ server }) => void server.principal(ada).contacts.push('rec2'),
    act: async ({ tab, device }) => {
      await tab.client.settle()
      // The test's own read of the phase is not one of the calls that fail.
      device.disk.heal()
      // Nobody waits for a round: what went wrong stands in the pill.
      const phase = await tab.directory.getMeta('phase')
      if (tab.fault || phase?.kind === 'attention') throw new Error(tab.fault ?? 'attention')
    },
    isThere: async ({ tab }) => (await tab.db.contacts.get('rec2')) !== undefined,
  },
}

/** What may not be lost whether or not the deed was done: what the device held before it. */
const holdsBefore: Record<string, (world: World) => Promise<boolean>> = {
  'signing in with unsent words': (world) => textOf(world, 'precious'),
}

/** What asks the disk fifty times and loses nobody's words is tried at every third call. */
const stride = (deed: string, fault: Fault) => (fault === 'gone' && /^(receiving|signing)/.test(deed) ? 3 : 1)

let worlds: World[] = []
afterEach(() => {
  for (const { device } of worlds) for (const tab of [...device.tabs]) tab.kill()
  worlds = []
})

async function world(): Promise<World> {
  const server = new MemoryServer()
  server.principal(ada, 'account', [vc])
  const browser = new Browser(server)
  browser.cookie = ada
  const device = new TestDevice(browser.send)
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  const made = { server, browser, device, tab }
  worlds.push(made)
  return made
}

/** Of the four that reject, the one that spares no call, and the likeliest; every command meets all of them in `command-faults`. */
const FAULTS: Fault[] = ['full', 'gone']
const cases = Object.keys(deeds).flatMap((deed) => FAULTS.map((fault) => [deed, fault] as const))

test.each(cases)('%s, on a disk that is %s at any moment', { timeout: 90_000 }, async (name, fault) => {
  const deed = deeds[name]
  if (!deed) throw new Error(name)
  for (let at = 1; ; at += stride(name, fault)) {
    const here = await world()
    await deed.setUp?.(here)
    here.device.disk.failAt(at, fault)
    let told: unknown
    await deed.act(here).catch((error: unknown) => {
      told = error
    })
    const hasFailed = here.device.disk.hasFailed
    const { fault: sentence, private: shown } = here.tab
    here.device.disk.heal()
    here.tab.kill()
    here.tab = await here.device.openTab()
    const where = `${fault} at call ${at}`
    // A sign-out that was begun is finished by the next start; anything else is done or told.
    if (told === undefined) expect(await deed.isThere(here), where).toBe(true)
    else expect(sentence ?? String(told), where).toMatch(/out of space|could not save|attention/)
    // Screens are not left with nobody to show.
    expect(shown, where).toBeDefined()
    expect((await holdsBefore[name]?.(here)) ?? true, `${where}: what was there before`).toBe(true)
    here.tab.kill()
    worlds = []
    if (!hasFailed) break
    expect(at).toBeLessThan(100)
  }
})
