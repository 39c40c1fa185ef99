import { eq } from 'drizzle-orm'
import { principals } from '#drizzle/schema/index.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { JsContext } from '#tests/sync/simulator/environment/js-context.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { VCS } from './base.ts'
import type { SimHistory } from './history.ts'
import type { Person } from './person.ts'
import type { Fault } from './steps.ts'

const MAX_TABS = 3
const DAY_MS = 24 * 60 * 60 * 1000

/** Injects one fault into one device. */
export function injectFault(history: SimHistory, person: Person, fault: Fault) {
  const { device, network } = person
  if (fault.do === 'network changes') {
    network.conditions = fault.conditions
    if (fault.conditions === 'fine') for (const tab of device.tabs) tab.client.requestSync()
  }
  if (fault.do === 'tab opens' && device.tabs.length < MAX_TABS) device.openTab()
  if (fault.do === 'tab dies') killLater(history, person.tab(fault.tab), fault.deliveries)
  if (fault.do === 'worker wakes') killLater(history, device.wakeWorker(), fault.deliveries)
  if (fault.do === 'disk is full') device.fillFor(fault.writes)
  if (fault.do === 'tab sleeps') sleep(history, person, fault)
  if (fault.do === 'power goes') device.losePower()
  if (fault.do === 'changes are compacted') {
    const tab = person.tab(fault.tab)
    person.runInParallel(tab, () => tab.started.then(() => compactOverlay(tab.directory)), history.onError(person))
  }
  if (fault.do === 'looks often') lookOften(history, person)
  if (fault.do === 'refused') network.refuse(fault.status, fault.ms)
  if (fault.do === 'clock jumps') device.clockOff += fault.days * DAY_MS
  // A guest whose cookie is gone becomes another guest, or claims what it bought: `account-switch/session-and-sign-out.test.ts`.
  if (fault.do === 'cookies go' && person.intended) network.cookies.clear()
  if (fault.do === 'guest buys')
    history.backend.unlessKilled(sellToGuest(history, person, VCS[fault.vc] as VcId), history.onExternalEventFailed)
}

function sleep({ clock }: SimHistory, { device }: Person, { tab: pick, ms }: { tab: number; ms: number }) {
  const tab = device.tabs[pick % Math.max(1, device.tabs.length)]
  if (!tab) return
  device.hasSlept = true
  tab.context.sleep()
  clock.after(ms, () => tab.context.wake())
}

/** A cycle every five seconds, even while another one runs. */
function lookOften({ clock }: SimHistory, { device }: Person) {
  for (let at = 0; at < 8; at++) clock.after(at * 5000, () => device.tabs[0]?.client.requestSync())
}

function killLater(history: SimHistory, place: { context: JsContext } | undefined, deliveries: number) {
  place?.context.whenKilled(() => history.kills++)
  place?.context.dieAfter(deliveries)
}

/** A guest known to the server buys a contact; a user who has signed in since is no longer a guest. */
export async function sellToGuest({ backend, oracle, world }: SimHistory, { device, session }: Person, vc: VcId) {
  if (device.pointer?.principal !== 'guest' || !session.isGuest) return
  const meta = device.disk.read(privateDatabaseName('guest'), 'meta') as { key: string; value: string }[]
  const guest = meta.find(({ key }) => key === 'principalId')?.value as PrincipalId | undefined
  const [known] = guest ? await backend.db.select().from(principals).where(eq(principals.id, guest)) : []
  if (!guest || !known || known.mergedInto) return
  oracle.sell(device.name, vc)
  await world.grant(guest, vc)
}
