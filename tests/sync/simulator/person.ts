import type { Account, Stay } from '#tests/sync/simulator/checks/oracle.ts'
import type { Network } from '#tests/sync/simulator/environment/network.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { SimDevice, SimTab } from './device.ts'

/** One device and whoever sits before it. They do one thing after the other. */
export class Person {
  /** Whom they mean to be; the device may not have heard yet. */
  means: Account | undefined
  isLeaving = false
  private tail: Promise<unknown> = Promise.resolve()
  private unfinished = 0

  constructor(
    readonly device: SimDevice,
    readonly network: Network,
    public stay: Stay,
  ) {}

  tab(pick = 0): SimTab {
    const { tabs } = this.device
    return tabs[pick % Math.max(1, tabs.length)] ?? this.device.openTab()
  }

  /** What they do now, when they have done what they were doing; with the tab, the doing ends. */
  does(tab: SimTab, deed: () => Promise<unknown>, onError: (error: unknown) => void) {
    const done = this.tail.then(() => (tab.realm.isDead ? undefined : Promise.race([deed(), tab.realm.death])))
    this.unfinished++
    this.tail = done.catch(onError).finally(() => this.unfinished--)
  }

  /** What a tab of theirs does by itself, whatever they are doing. */
  meanwhile(tab: SimTab, deed: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.unfinished++
    Promise.race([deed(), tab.realm.death])
      .catch(onError)
      .finally(() => this.unfinished--)
  }

  get isBusy() {
    return this.unfinished > 0
  }
}

const isRefused = ({ state }: OutboxEntry) => state === 'refused'

/** Whoever they mean to be is at home on the device, and nothing waits. */
export function isDrained({ device, network, means }: Person): boolean {
  // Whoever still waits may yet hear that they have to sign in.
  if (network.isWaiting) return false
  const { principal = 'guest', leaving = [] } = device.pointer ?? {}
  return (
    principal === (means?.principalId ?? 'guest') &&
    device.phase !== 'sign-in' &&
    leaving.length === 0 &&
    !device.sealedFor.includes(principal) &&
    device.outboxOf(principal).every(isRefused)
  )
}
