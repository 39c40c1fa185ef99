import { afterEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import type { Fault } from '#tests/sync/support/storage-errors.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'

/**
 * Actions that use several databases, with the first storage call failing, then the second, until none does: in each run the
 * change is there when the app is opened again, or the screen showed an error and nothing was reported as saved that is not.
 */
const ada = 'ada' as PrincipalId
const vc = 'rec1' as VcId

type Setup = { server: MemoryServer; browser: Browser; device: TestDevice; tab: TestTab }
/**
 * `setUp` runs without faults; `act` is the user's action; `isThere` inspects the result afterwards, in a new tab on a repaired
 * disk.
 */
type Action = {
  setUp?: (setup: Setup) => Promise<unknown>
  act: (setup: Setup) => Promise<unknown>
  isThere: (setup: Setup) => Promise<boolean>
}

const textOf = async ({ tab, server }: Setup, text: string) => {
  const entries = await tab.db.outbox.toArray()
  const waits = entries.filter(({ args }) => JSON.stringify(args).includes(text)).length
  const arrived = [...server.processed.values()].filter(({ mutation }) => JSON.stringify(mutation.args).includes(text)).length
  // Exactly once: pending or arrived. Both only while the response is outstanding, which another send resolves.
  return waits <= 1 && arrived <= 1 && waits + arrived >= 1
}
const offline = async ({ browser }: Setup) => {
  browser.isOnline = false
}

const actions: Record<string, Action> = {
  'writing a note': {
    setUp: offline,
    act: ({ tab }) => tab.client.enqueue('contact.note', { contactId: vc, text: 'precious' }),
    isThere: async (setup) => (await textOf(setup, 'precious')) && (await setup.tab.db.notes.get(vc))?.text === 'precious',
  },
  'signing in with unsent mutations': {
    setUp: async (setup) => {
      await setup.tab.client.switchPrincipal('guest')
      await offline(setup)
      await setup.tab.client.enqueue('contact.note', { contactId: vc, text: 'precious' })
    },
    act: ({ tab }) => tab.client.switchPrincipal(ada),
    isThere: async (setup) => setup.tab.db.principal === ada && (await textOf(setup, 'precious')),
  },
  'signing out': {
    setUp: offline,
    act: ({ tab }) => tab.client.switchPrincipal('guest'),
    isThere: async ({ tab }) => tab.db.principal === 'guest' && (await tab.db.contacts.count()) === 0,
  },
  'receiving a contact unlocked elsewhere': {
    setUp: async ({ server }) => void server.principal(ada).contacts.push('rec2'),
    act: async ({ tab, device }) => {
      await tab.client.settle()
      // The test's own read of the phase is not one of the calls that fail.
      device.disk.heal()
      // No caller waits for a cycle: the status pill shows what failed.
      const phase = await tab.directory.getMeta('phase')
      if (tab.fault || phase?.kind === 'attention') throw new Error(tab.fault ?? 'attention')
    },
    isThere: async ({ tab }) => (await tab.db.contacts.get('rec2')) !== undefined,
  },
}

/** Data that must survive whether or not the action completed: what the device stored before it. */
const holdsBefore: Record<string, (setup: Setup) => Promise<boolean>> = {
  'signing in with unsent mutations': (setup) => textOf(setup, 'precious'),
}

/** Actions that make fifty storage calls and lose no text are tried at every third call. */
const stride = (action: string, fault: Fault) => (fault === 'gone' && /^(receiving|signing)/.test(action) ? 3 : 1)

let setups: Setup[] = []
afterEach(() => {
  for (const { device } of setups) for (const tab of [...device.tabs]) tab.kill()
  setups = []
})

async function setUpDevice(): Promise<Setup> {
  const server = new MemoryServer()
  server.principal(ada, 'account', [vc])
  const browser = new Browser(server)
  browser.cookie = ada
  const device = new TestDevice(browser.send)
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  const made = { server, browser, device, tab }
  setups.push(made)
  return made
}

/**
 * Of the four faults that reject: the one that affects every call, and the most likely one. `mutation-faults` runs every mutation
 * with all of them.
 */
const FAULTS: Fault[] = ['full', 'gone']
const cases = Object.keys(actions).flatMap((action) => FAULTS.map((fault) => [action, fault] as const))

test.each(cases)('%s, on a disk that is %s at any call', async (name, fault) => {
  const action = actions[name]
  if (!action) throw new Error(name)
  for (let at = 1; ; at += stride(name, fault)) {
    const here = await setUpDevice()
    await action.setUp?.(here)
    here.device.disk.failAt(at, fault)
    let failure: unknown
    await action.act(here).catch((error: unknown) => {
      failure = error
    })
    const hasFailed = here.device.disk.hasFailed
    const { fault: sentence, private: shown } = here.tab
    here.device.disk.heal()
    here.tab.kill()
    here.tab = await here.device.openTab()
    const where = `${fault} at call ${at}`
    // A sign-out that was begun is finished by the next start; any other action is complete or reported as failed.
    if (failure === undefined) expect(await action.isThere(here), where).toBe(true)
    else expect(sentence ?? String(failure), where).toMatch(/out of space|Couldn’t save|attention/)
    // Screens always have a database to show.
    expect(shown, where).toBeDefined()
    expect((await holdsBefore[name]?.(here)) ?? true, `${where}: what was there before`).toBe(true)
    here.tab.kill()
    setups = []
    if (!hasFailed) break
    expect(at).toBeLessThan(100)
  }
})
