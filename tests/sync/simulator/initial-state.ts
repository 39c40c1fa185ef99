import type { Account } from '#tests/sync/simulator/checks/oracle.ts'
import { restoreRows } from '#tests/sync/simulator/checks/saved-rows.ts'
import { Network } from '#tests/sync/simulator/environment/network.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { handOver } from './actions.ts'
import { BASE_MADE_AT, deviceName, nowOn, ownerOf, type UsedDevice } from './base.ts'
import { SimDevice } from './device.ts'
import type { SimHistory } from './history.ts'
import { Person } from './person.ts'
import { randomFrom } from './random.ts'

/** In one history of so many all devices are new: first visits, whole directories, sign-ins, in whatever weather comes. */
const COLD_ONE_IN = 6

/** In one history of so many, each tab shows the directory. */
const STORES_ONE_IN = 3

/** Rows and devices as they were; a tab is opened by whoever needs one first. */
export async function begin(history: SimHistory): Promise<void> {
  const { base, script, witness, clock, backend } = history
  backend.begin(() => clock.now)
  await backend.during(restoreRows(backend.database.sql))
  backend.proof.forget()
  await backend.listen(history.live?.hear)
  backend.onDeath = () => history.live?.dropAll()
  clock.now = BASE_MADE_AT
  const [ada] = base.accounts
  if (ada) witness.sell(ada.principalId, 'recA')
  const isCold = script.seed % COLD_ONE_IN === 1
  const random = randomFrom(script.seed)
  for (const [n, used] of base.devices.slice(0, script.devices).entries()) {
    const person = addPerson(history, n, random, isCold ? undefined : used)
    person.network.weather = script.weathers[n] ?? 'fine'
    const account = ownerOf(base.accounts, n)
    if (isCold && account) await signInBefore(history, person, account)
  }
}

function addPerson(history: SimHistory, n: number, random: () => number, used: UsedDevice | undefined): Person {
  const { clock, backend, witness } = history
  const ownRandom = randomFrom(Math.floor(random() * 0xffffffff))
  const network: Network = new Network({
    clock,
    backend,
    random: ownRandom,
    onSend: (path, body, call) => witness.onSend(device, path, body, call),
    onAnswer: (exchange) => witness.onAnswer(device, exchange),
  })
  const { live } = history
  const device: SimDevice = new SimDevice({
    name: deviceName(n),
    clock,
    network,
    random: ownRandom,
    now: nowOn(clock, n),
    hasStores: history.script.seed % STORES_ONE_IN === 0,
    ...(live && { openSocket: (realm) => live.open(realm, network, ownRandom) }),
  })
  const account = used?.account
  const person = new Person(device, network, witness.begin({ device, account, isGuest: !account, isOver: false }))
  person.means = account
  if (used) device.disk.takeOver(used.disk)
  for (const [name, value] of used?.cookies ?? []) {
    network.cookies.set(name, value)
    if (account) witness.knowSession(value, account.email)
  }
  history.people.push(person)
  return person
}

/** On a new device whose browser has the session already. */
async function signInBefore(history: SimHistory, person: Person, account: Account) {
  const [name, token] = await new TestWorld(history.backend).session(account.userId)
  history.witness.knowSession(token, account.email)
  person.means = account
  person.stay.account = account
  const tab = person.tab()
  const signIn = async () => {
    await tab.started
    person.network.cookies.set(name, token)
    await handOver(history, person, tab, account)
  }
  person.does(tab, signIn, history.onError(person))
}
