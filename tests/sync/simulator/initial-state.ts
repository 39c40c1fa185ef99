import { restoreRows } from '#tests/sync/simulator/checks/saved-rows.ts'
import type { Account } from '#tests/sync/simulator/checks/written.ts'
import { Network } from '#tests/sync/simulator/environment/network.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { switchAccount } from './actions.ts'
import { BASE_MADE_AT, deviceName, nowOn, ownerOf, type UsedDevice } from './base.ts'
import { SimDevice } from './device.ts'
import type { SimHistory } from './history.ts'
import { Person } from './person.ts'
import { randomFrom } from './random.ts'

/** In one history of so many all devices are new: first visits, whole directories and sign-ins, under any network conditions. */
const COLD_ONE_IN = 6

/** In one history of so many, each tab shows the directory. */
const STORES_ONE_IN = 3

/** Restores rows and devices; a tab is opened by the first action that needs one. */
export async function setUp(history: SimHistory): Promise<void> {
  const { base, script, oracle, clock, backend } = history
  backend.begin(() => clock.now)
  await backend.during(restoreRows(backend.database.sql))
  backend.proof.forget()
  await backend.listen(history.live)
  backend.onDeath = () => history.live?.dropAll()
  clock.now = BASE_MADE_AT
  const [ada] = base.accounts
  if (ada) oracle.sell(ada.principalId, 'recA')
  const isCold = script.seed % COLD_ONE_IN === 1
  const random = randomFrom(script.seed)
  for (const [n, used] of base.devices.slice(0, script.devices).entries()) {
    const person = addPerson(history, n, random, isCold ? undefined : used)
    person.network.conditions = script.initialConditions[n] ?? 'fine'
    const account = ownerOf(base.accounts, n)
    if (isCold && account) await signInBefore(history, person, account)
  }
}

function addPerson(history: SimHistory, n: number, random: () => number, used: UsedDevice | undefined): Person {
  const { clock, backend, oracle } = history
  const ownRandom = randomFrom(Math.floor(random() * 0xffffffff))
  const network: Network = new Network({
    clock,
    backend,
    random: ownRandom,
    onSend: (path, body, call) => oracle.onSend(device, path, body, call),
    onAnswer: (exchange) => oracle.onAnswer(device, exchange),
  })
  const { live } = history
  const device: SimDevice = new SimDevice({
    name: deviceName(n),
    clock,
    network,
    random: ownRandom,
    now: nowOn(clock, n),
    hasStores: history.script.seed % STORES_ONE_IN === 0,
    ...(live && { openSocket: (context) => live.open(context, network, ownRandom) }),
  })
  const account = used?.account
  const person = new Person(device, network, oracle.startSession({ device, account, isGuest: !account, isOver: false }))
  person.intended = account
  if (used) device.disk.takeOver(used.disk)
  for (const [name, value] of used?.cookies ?? []) {
    network.cookies.set(name, value)
    if (account) oracle.addSession(value, account.email)
  }
  history.people.push(person)
  return person
}

/** On a new device whose browser already has the session cookie. */
async function signInBefore(history: SimHistory, person: Person, account: Account) {
  const [name, token] = await new TestWorld(history.backend).session(account.userId)
  history.oracle.addSession(token, account.email)
  person.intended = account
  person.session.account = account
  const tab = person.tab()
  const signIn = async () => {
    await tab.started
    person.network.cookies.set(name, token)
    await switchAccount(history, person, tab, account)
  }
  person.enqueue(tab, signIn, history.onError(person))
}
