import { inArray } from 'drizzle-orm'
import { principals } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { checkDevice, checkStores, Truth } from '#tests/sync/simulator/checks/check.ts'
import type { Live } from '#tests/sync/simulator/environment/live.ts'
import { handOver, leave, login } from './actions.ts'
import type { SimDevice, SimTab } from './device.ts'
import { sellToGuest } from './events.ts'
import type { SimHistory } from './history.ts'
import { isDrained, type Person } from './person.ts'

/** Longer than the longest pause between two tries, one round's deadlines, and the same once more. */
const HEALED_WITHIN_MS = 20 * 60_000

/** Between two rounds that nobody asked for. */
const LONGEST_PAUSE_MS = 4 * 60_000

/** In one history of so many nobody hears that the network is back, and the devices' own patience has to do. */
const PATIENT_ONE_IN = 16

/** In one history of so many that have live connections, everybody's directory goes on changing while private requests fail. */
const POKED_ONE_IN = 3
const REFUSED_MS = 20_000

/** The network is fine again, and everything drains; who is asked to signs in again. */
export async function heal(history: SimHistory): Promise<void> {
  const { backend, people, clock, script } = history
  const isPoked = history.live !== undefined && script.seed % POKED_ONE_IN === 0
  // Then nobody asks: what a device still owes has to go out by itself.
  const isPatient = isPoked || script.seed % PATIENT_ONE_IN === 0
  backend.dieAfter(Number.POSITIVE_INFINITY)
  backend.cutNextPush(undefined)
  await backend.during(history.late.end())
  for (const { device, network } of people) {
    network.weather = 'fine'
    network.refuse(0, 0)
    device.fillFor(0)
    for (const tab of device.tabs) tab.realm.wake()
    for (const tab of [...device.tabs]) restart(tab)
    if (device.tabs.length === 0) device.openTab()
    else if (!isPatient) nudge(device)
  }
  history.live?.dropAll()
  await clock.pass(isPatient && !isPoked ? LONGEST_PAUSE_MS : 2000)
  if (isPoked) writeIntoFailure(history)
  const deadline = clock.now + HEALED_WITHIN_MS
  do {
    for (const person of people) askPerson(history, person)
    await clock.pass(isPatient && !isPoked ? 15_000 : 1000)
    if (isPoked) history.live?.hear('directory')
  } while (clock.now < deadline && !people.every(isDrained))
  await settleMerges(history)
  await checkDevices(history, deadline, isPatient)
  if (history.live) await checkPokes(history, history.live)
  // Longer than one tab may take to hear of what another one has stored.
  await clock.pass(5000)
  const truth = new Truth(history)
  for (const { device } of people) await checkStores(device, truth)
}

/** Everybody writes, and no private request is taken for a while. */
function writeIntoFailure(history: SimHistory) {
  for (const [device, { network }] of history.people.entries()) {
    network.refuse(503, REFUSED_MS)
    history.take({ gap: 0, by: 'person', device, tab: 0, deed: { do: 'save', vc: 0, isOn: true } })
  }
}

/** Something changes for everybody, and something for one account: whoever is connected hears of it at once. */
async function checkPokes(history: SimHistory, live: Live) {
  const { clock, people, world, backend, accounts, witness } = history
  for (let waited = 0; waited < HEALED_WITHIN_MS && !people.every(({ network }) => live.isHeardBy(network)); waited += 5000)
    await clock.pass(5000)
  const [ada] = accounts
  if (ada) witness.sell(ada.principalId, 'recB')
  await backend.during(world.list('recNew' as VcId, 'Listed at last'))
  if (ada) await backend.during(world.grant(ada.principalId, 'recB' as VcId))
  for (const person of people) await backend.during(sellToGuest(history, person, 'recC' as VcId))
  await clock.pass(3000)
  const truth = new Truth(history)
  await Promise.all(people.map((person) => checkDevice(person, truth)))
}

/** What others did last may still be on its way: to who asks now, or with the next round that nobody asked for. */
async function checkDevices(history: SimHistory, deadline: number, isPatient: boolean) {
  const { people, clock } = history
  const behind = await listBehind(history)
  if (behind.length === 0) return
  for (const { device } of behind) if (!isPatient) nudge(device)
  await clock.pass(isPatient ? LONGEST_PAUSE_MS : 1000)
  while (clock.now < deadline + LONGEST_PAUSE_MS && people.some(({ network }) => network.isWaiting)) await clock.pass(1000)
  history.inspect()
  const truth = new Truth(history)
  await Promise.all(behind.map((person) => checkDevice(person, truth)))
}

async function listBehind(history: SimHistory): Promise<Person[]> {
  const truth = new Truth(history)
  const isBehind = async (person: Person) =>
    checkDevice(person, truth).then(
      () => [],
      () => [person],
    )
  return (await Promise.all(history.people.map(isBehind))).flat()
}

/** Nobody kills it any more. One that could not start, or that asks to be loaded anew, is. */
function restart({ realm, hasFailed, fault }: SimTab) {
  if (hasFailed || fault?.includes('reload')) realm.die()
  else realm.dieAfter(Number.POSITIVE_INFINITY)
}

const nudge = ({ tabs }: SimDevice) => tabs[0]?.client.requestSync()

/** They go on with what a tab died over, and sign in where the screen asks them to. */
function askPerson(history: SimHistory, person: Person) {
  const { device, means, isLeaving } = person
  const isAsked = means && (device.pointer?.principal !== means.principalId || device.phase === 'sign-in')
  if (person.isBusy || (!isAsked && !isLeaving)) return
  const tab = person.tab()
  const deed = async () => {
    await tab.started
    if (isLeaving) await leave(history, person, tab)
    if (means && (await login(history, person, tab, means))) await handOver(history, person, tab, means)
  }
  person.does(tab, deed, history.onError(person))
}

/** The job that looks again for what a guest's last request wrote beside the sign-in. */
async function settleMerges({ accounts, backend }: SimHistory) {
  const ids = accounts.map(({ principalId }) => principalId)
  const merged = await backend.db.select().from(principals).where(inArray(principals.mergedInto, ids))
  for (const { id, mergedInto } of merged) {
    await backend.during(backend.runJob('accounts.settle-merge', { from: id, to: mergedInto }))
  }
}
