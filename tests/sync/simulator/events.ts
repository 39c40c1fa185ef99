import { eq } from 'drizzle-orm'
import { principals } from '#drizzle/schema/index.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { Realm } from '#tests/sync/simulator/environment/js-context.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { VCS } from './base.ts'
import type { SimHistory } from './history.ts'
import type { Person } from './person.ts'
import type { Event } from './steps.ts'

const MOST_TABS = 3
const DAY_MS = 24 * 60 * 60 * 1000

/** What befalls one device. */
export function befall(history: SimHistory, person: Person, event: Event) {
  const { device, network } = person
  if (event.do === 'weather') {
    network.weather = event.weather
    if (event.weather === 'fine') for (const tab of device.tabs) tab.client.requestSync()
  }
  if (event.do === 'tab opens' && device.tabs.length < MOST_TABS) device.openTab()
  if (event.do === 'tab dies') killLater(history, person.tab(event.tab), event.deliveries)
  if (event.do === 'worker wakes') killLater(history, device.wakeWorker(), event.deliveries)
  if (event.do === 'disk is full') device.fillFor(event.writes)
  if (event.do === 'tab sleeps') sleep(history, person, event)
  if (event.do === 'power goes') device.losePower()
  if (event.do === 'changes are folded') {
    const tab = person.tab(event.tab)
    person.meanwhile(tab, () => tab.started.then(() => compactOverlay(tab.directory)), history.onError(person))
  }
  if (event.do === 'looks often') lookOften(history, person)
  if (event.do === 'refused') network.refuse(event.status, event.ms)
  if (event.do === 'clock jumps') device.clockOff += event.days * DAY_MS
  // A guest whose cookie is gone is another one from then on, or claims what it bought: `change-of-hands.test.ts`.
  if (event.do === 'cookies go' && person.means) network.cookies.clear()
  if (event.do === 'guest buys')
    history.backend.unlessKilled(sellToGuest(history, person, VCS[event.vc] as VcId), history.onAffairFailed)
}

function sleep({ clock }: SimHistory, { device }: Person, { tab: pick, ms }: { tab: number; ms: number }) {
  const tab = device.tabs[pick % Math.max(1, device.tabs.length)]
  if (!tab) return
  device.hasSlept = true
  tab.realm.sleep()
  clock.after(ms, () => tab.realm.wake())
}

/** Every five seconds, whatever is on its way. */
function lookOften({ clock }: SimHistory, { device }: Person) {
  for (let at = 0; at < 8; at++) clock.after(at * 5000, () => device.tabs[0]?.client.requestSync())
}

function killLater(history: SimHistory, place: { realm: Realm } | undefined, deliveries: number) {
  place?.realm.whenKilled(() => history.kills++)
  place?.realm.dieAfter(deliveries)
}

/** A guest whom the server knows buys a contact; who has signed in meanwhile is no guest any more. */
export async function sellToGuest({ backend, witness, world }: SimHistory, { device, stay }: Person, vc: VcId) {
  if (device.pointer?.principal !== 'guest' || !stay.isGuest) return
  const meta = device.disk.read(privateDatabaseName('guest'), 'meta') as { key: string; value: string }[]
  const guest = meta.find(({ key }) => key === 'principalId')?.value as PrincipalId | undefined
  const [known] = guest ? await backend.db.select().from(principals).where(eq(principals.id, guest)) : []
  if (!guest || !known || known.mergedInto) return
  witness.sell(device.name, vc)
  await world.grant(guest, vc)
}
