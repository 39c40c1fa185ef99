import type { Account, Session } from '#tests/sync/simulator/checks/written.ts'
import type { Network } from '#tests/sync/simulator/environment/network.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import type { SimDevice, SimTab } from './device.ts'
import { waitingPhotos } from './photos.ts'

/** One device and its user. Their actions run one after the other. */
export class Person {
  /** The account that the user believes to be signed in to; the device may not know it yet. */
  intended: Account | undefined
  isLeaving = false
  private tail: Promise<unknown> = Promise.resolve()
  private unfinished = 0

  constructor(
    readonly device: SimDevice,
    readonly network: Network,
    public session: Session,
  ) {}

  tab(pick = 0): SimTab {
    const { tabs } = this.device
    return tabs[pick % Math.max(1, tabs.length)] ?? this.device.openTab()
  }

  /** Runs an action after the user's earlier actions; it ends with the tab. */
  enqueue(tab: SimTab, action: () => Promise<unknown>, onError: (error: unknown) => void) {
    const done = this.tail.then(() => (tab.context.isDead ? undefined : Promise.race([action(), tab.context.death])))
    this.unfinished++
    this.tail = done.catch(onError).finally(() => this.unfinished--)
  }

  /** Runs what a tab does by itself, in parallel with the user's actions. */
  runInParallel(tab: SimTab, action: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.unfinished++
    Promise.race([action(), tab.context.death])
      .catch(onError)
      .finally(() => this.unfinished--)
  }

  get isBusy() {
    return this.unfinished > 0
  }
}

const isRefused = ({ state }: OutboxEntry) => state === 'refused'

/** The intended principal is signed in on the device, and nothing is pending. */
export function isDrained({ device, network, intended }: Person): boolean {
  // A request in flight may still report that a sign-in is required.
  if (network.isWaiting) return false
  const { principal = 'guest', leaving = [] } = device.pointer ?? {}
  return (
    principal === (intended?.principalId ?? 'guest') &&
    device.phase !== 'sign-in' &&
    leaving.length === 0 &&
    (principal === 'guest' || waitingPhotos(device.disk.read(privateDatabaseName(principal), 'drafts')).length === 0) &&
    !device.sealedFor.includes(principal) &&
    device.outboxOf(principal).every(isRefused)
  )
}
