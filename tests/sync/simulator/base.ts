import { insertPerson } from '#server/features/people/queries.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import type { TemplateId } from '#shared/templates/contract.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { saveRows } from '#tests/sync/simulator/checks/saved-rows.ts'
import type { Account } from '#tests/sync/simulator/checks/written.ts'
import type { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import type { Disk } from '#tests/sync/simulator/environment/disk.ts'
import { Network } from '#tests/sync/simulator/environment/network.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { SimDevice } from './device.ts'
import { randomFrom } from './random.ts'

export const VCS = ['recA', 'recB', 'recC', 'recD'] as VcId[]
/** People whom users add; each user may add each of them. */
export const SEARCHES = [0, 1].map((n) => `sch_0193a1b2-0000-7000-8000-00000000000${n}` as SearchId)
export const PEOPLE = [0, 1, 2].map((n) => `psn_0193a1b2-0000-7000-8000-00000000000${n}` as PersonId)
/** So many of the people are added before the history begins. */
export const ADDED_BEFORE = 2
/** The contacts of dated entries, and for each the entry that every user may write. */
export const ABOUT = [...VCS, ...PEOPLE]
export const ENTRIES = ABOUT.map((_, n) => `ent_0193a1b2-0000-7000-8000-00000000000${n}` as EntryId)
/** The templates that every user may write. */
export const TEMPLATES = [0, 1].map((n) => `tpl_0193a1b2-0000-7000-8000-00000000000${n}` as TemplateId)
export const PROJECT = 'prj_sim' as ProjectId
/** Ben's listing; he is an investor as well. */
export const LISTING = 'vc_sim' as VcId
const MAX_DEVICES = 8
/** Enough for several ratings and conflicts in one history. */
const CALLS = 4
const NOTICES = 3

/** A device that was used before the history begins: its disk, its cookies, and the signed-in account. */
export type UsedDevice = { disk: Disk; cookies: ReadonlyMap<string, string>; account: Account | undefined }

/** The shared initial state of every history of one database, made once: rows, and devices with their stored data. */
export type Base = { accounts: Account[]; devices: UsedDevice[] }

export const deviceName = (n: number) => `device ${n}`
const BEGAN_AT = Date.parse('2026-03-01T12:00:00Z')
/** Milliseconds. Ordering never depends on a device's clock: one is two years off. */
const clockOff = (n: number) => (n === 1 ? -2 * 365 * 24 * 60 * 60 * 1000 : n * 61_000)
export const nowOn = (clock: VirtualClock, n: number) => () => BEGAN_AT + clockOff(n) + clock.now
/** Virtual time at which a base is finished; histories continue from here. */
export const BASE_MADE_AT = 4000

/** Devices 0 and 1 belong to one account, device 3 to the other; all others are visitors. */
export const ownerOf = ([ada, ben]: Account[], n: number): Account | undefined => [ada, ada, undefined, ben][n]

export async function makeBase(backend: Backend): Promise<Base> {
  const world = new TestWorld(backend)
  await world.countEffects()
  await world.countTextChanges()
  await world.countFactChanges()
  await world.begin(VCS.slice(0, 3), PROJECT)
  const accounts = [await newAccount(world, 'ada'), await newAccount(world, 'ben')]
  if (accounts[0]) await world.grant(accounts[0].principalId, VCS[0] as VcId)
  if (accounts[1]) await approveInvestor(world.db, { id: LISTING, userId: accounts[1].userId })
  const devices: UsedDevice[] = []
  // Not public, so that none of their texts is in the directory.
  for (const { name, userId } of accounts)
    await approveInvestor(world.db, { id: `vc_${name}` as VcId, userId, isVerified: false, reviewStatus: 'pending' })
  await addFacts(world, accounts)
  await addPeople(world, accounts)
  for (let n = 0; n < MAX_DEVICES; n++) devices.push(await useDevice(backend, n, ownerOf(accounts, n)))
  await saveRows(backend.database.sql)
  return { accounts, devices }
}

/** An account that may vote. */
async function newAccount(world: TestWorld<Backend>, name: string): Promise<Account> {
  const account = await world.account(name)
  await verifyEmail(world.db, { id: account.userId })
  return { name, ...account }
}

/** Calls that the first account has had with the listing of the other one, and notices of both. */
async function addFacts(world: TestWorld<Backend>, accounts: Account[]) {
  for (const { principalId } of accounts) for (let nth = 0; nth < NOTICES; nth++) await world.notify(principalId)
  const [founder] = accounts
  for (let nth = 1; founder && nth <= CALLS; nth++)
    await world.enterHeldCall(founder, LISTING, new Date(Date.now() - nth * 24 * 60 * 60 * 1000))
}

/** Some of the people, by both accounts: notes, entries and joins need one from the first step on. */
async function addPeople({ db }: TestWorld<Backend>, accounts: Account[]) {
  const now = new Date(BEGAN_AT)
  for (const { principalId } of accounts)
    for (const id of PEOPLE.slice(0, ADDED_BEFORE))
      await insertPerson(db, { principalId, id, name: 'Noa', createdAt: now, updatedAt: now })
}

/** A user opened the app on it and signed in, and everything was pulled. */
async function useDevice(backend: Backend, n: number, account: Account | undefined): Promise<UsedDevice> {
  const clock: VirtualClock = new VirtualClock(() => device.isBusy, backend.whenAnswered)
  const random = randomFrom(n)
  const network = new Network({ clock, backend, random, onSend: () => undefined, onAnswer: () => undefined })
  const device: SimDevice = new SimDevice({ name: deviceName(n), clock, network, random, now: nowOn(clock, n) })
  const tab = device.openTab()
  const signIn = async () => {
    await tab.started
    if (!account) return
    network.cookies.set(...(await new TestWorld(backend).session(account.userId)))
    await tab.client.switchPrincipal(account.principalId)
  }
  const signedIn = signIn()
  await clock.pass(BASE_MADE_AT)
  await signedIn
  tab.context.die()
  await clock.settle()
  return { disk: device.disk, cookies: network.cookies, account }
}
