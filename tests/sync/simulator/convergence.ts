import { inArray } from 'drizzle-orm'
import { principals } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { checkDevice, checkStores, ServerState } from '#tests/sync/simulator/checks/check.ts'
import type { Live } from '#tests/sync/simulator/environment/live.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { leave, login, switchAccount } from './actions.ts'
import type { SimDevice, SimTab } from './device.ts'
import { sellToGuest } from './events.ts'
import type { SimHistory } from './history.ts'
import { isDrained, type Person } from './person.ts'
import { sendPhotos, waitingPhotos } from './photos.ts'

/** Longer than the longest pause between two retries, one cycle's timeouts, and the same again. */
const HEALED_WITHIN_MS = 20 * 60_000

/** Between two cycles that no request triggers. */
const MAX_PAUSE_MS = 4 * 60_000

/** In one history of so many no device is notified that the network is back, and only the devices' own retries run. */
const PATIENT_ONE_IN = 16

/** In one history of so many that have live connections, the directory keeps changing while private requests fail. */
const POKED_ONE_IN = 3
const REFUSED_MS = 20_000

/** The network works again, and everything drains; a user who is asked to sign in does so. */
export async function converge(history: SimHistory): Promise<void> {
  const { backend, people, clock, script } = history
  const isPoked = history.live !== undefined && script.seed % POKED_ONE_IN === 0
  // Then no device gets a trigger: it must send its pending mutations by itself.
  const isPatient = isPoked || script.seed % PATIENT_ONE_IN === 0
  backend.dieAfter(Number.POSITIVE_INFINITY)
  backend.cutNextPush(undefined)
  await backend.during(history.late.end())
  for (const { device, network } of people) {
    network.conditions = 'fine'
    network.refuse(0, 0)
    device.fillFor(0)
    for (const tab of device.tabs) tab.context.wake()
    for (const tab of [...device.tabs]) restart(tab)
    if (device.tabs.length === 0) device.openTab()
    else if (!isPatient) nudge(device)
  }
  history.live?.dropAll()
  if (history.live) history.live.isCalm = true
  await clock.pass(isPatient && !isPoked ? MAX_PAUSE_MS : 2000)
  if (isPoked) writeIntoFailure(history)
  const deadline = clock.now + HEALED_WITHIN_MS
  do {
    for (const person of people) continueAsUser(history, person)
    for (const person of people) continueQueue(history, person)
    await clock.pass(isPatient && !isPoked ? 15_000 : 1000)
    if (isPoked) history.live?.onCommit('directory')
  } while (clock.now < deadline && !people.every(isDrained))
  await settleMerges(history)
  await checkDevices(history, deadline, isPatient)
  if (history.live) await checkPokes(history, history.live)
  // Longer than a tab may take to be notified of what another tab has stored.
  await clock.pass(5000)
  const serverState = new ServerState(history)
  for (const { device } of people) await checkStores(device, serverState)
}

/** Every user writes, and all private requests are refused for a while. */
function writeIntoFailure(history: SimHistory) {
  for (const [device, { network }] of history.people.entries()) {
    network.refuse(503, REFUSED_MS)
    history.applyStep({ gap: 0, by: 'person', device, tab: 0, action: { do: 'save', vc: 0, isOn: true } })
  }
}

/** Something changes in the directory, and something for one account: every connected device receives it immediately. */
async function checkPokes(history: SimHistory, live: Live) {
  const { clock, people, world, backend, accounts, oracle } = history
  for (let waited = 0; waited < HEALED_WITHIN_MS && !people.every(({ network }) => live.isConnected(network)); waited += 5000)
    await clock.pass(5000)
  const [ada] = accounts
  if (ada) oracle.sell(ada.principalId, 'recB')
  await backend.during(world.list('recNew' as VcId, 'Listed at last'))
  if (ada) await backend.during(world.grant(ada.principalId, 'recB' as VcId))
  for (const person of people) await backend.during(sellToGuest(history, person, 'recC' as VcId))
  await clock.pass(3000)
  const serverState = new ServerState(history)
  await Promise.all(people.map((person) => checkDevice(person, serverState)))
}

/** The last changes of others may still be on their way: they arrive with a requested cycle, or with the next scheduled one. */
async function checkDevices(history: SimHistory, deadline: number, isPatient: boolean) {
  const { people, clock } = history
  const outdated = await listOutdated(history)
  if (outdated.length === 0) return
  for (const { device } of outdated) if (!isPatient) nudge(device)
  await clock.pass(isPatient ? MAX_PAUSE_MS : 1000)
  while (clock.now < deadline + MAX_PAUSE_MS && people.some(({ network }) => network.isWaiting)) await clock.pass(1000)
  history.inspect()
  const serverState = new ServerState(history)
  await Promise.all(outdated.map((person) => checkDevice(person, serverState)))
}

async function listOutdated(history: SimHistory): Promise<Person[]> {
  const serverState = new ServerState(history)
  const isOutdated = async (person: Person) =>
    checkDevice(person, serverState).then(
      () => [],
      () => [person],
    )
  return (await Promise.all(history.people.map(isOutdated))).flat()
}

/** The tab is no longer killed. One that could not start, or that asks to be reloaded, is closed. */
function restart({ context, hasFailed, fault }: SimTab) {
  if (hasFailed || fault?.includes('reload')) context.die()
  else context.dieAfter(Number.POSITIVE_INFINITY)
}

const nudge = ({ tabs }: SimDevice) => tabs[0]?.client.requestSync()

/** The user continues what a tab died over, and signs in where the screen asks for it. */
function continueAsUser(history: SimHistory, person: Person) {
  const { device, intended, isLeaving } = person
  const isAsked = intended && (device.pointer?.principal !== intended.principalId || device.phase === 'sign-in')
  if (person.isBusy || (!isAsked && !isLeaving)) return
  const tab = person.tab()
  const action = async () => {
    await tab.started
    if (isLeaving) await leave(history, person, tab)
    if (intended && (await login(history, person, tab, intended))) await switchAccount(history, person, tab, intended)
  }
  person.enqueue(tab, action, history.onError(person))
}

/** The queue of photos runs again while something is in it. */
function continueQueue(history: SimHistory, person: Person) {
  const { device } = person
  const drafts = device.disk.read(privateDatabaseName(device.pointer?.principal ?? 'guest'), 'drafts')
  if (!person.isBusy && waitingPhotos(drafts).length > 0) sendPhotos(history, person, person.tab())
}

/** The job that looks again for what a guest's last request wrote concurrently with the sign-in. */
async function settleMerges({ accounts, backend }: SimHistory) {
  const ids = accounts.map(({ principalId }) => principalId)
  const merged = await backend.db.select().from(principals).where(inArray(principals.mergedInto, ids))
  for (const { id, mergedInto } of merged) {
    await backend.during(backend.runJob('accounts.settle-merge', { from: id, to: mergedInto }))
  }
}
