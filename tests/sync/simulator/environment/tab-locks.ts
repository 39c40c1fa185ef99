import type { Locks } from '#web/sync/engine/platform.ts'
import type { Realm } from './js-context.ts'

type Waiter = { grant: () => void; steal: () => void }

/** Web Locks within one device: granted in the order of the requests; a tab that dies releases its locks. */
export class TabLocks {
  private readonly queues = new Map<string, Waiter[]>()

  of = (realm: Realm): Locks => ({
    exclusively: (name, work, stop) => this.enter(realm, name, work, stop),
    takeOver: (name, work) => {
      if (!realm.isDead) this.queues.get(name)?.[0]?.steal()
      return this.enter(realm, name, work, undefined, true)
    },
  })

  private enter<Result>(realm: Realm, name: string, work: () => Promise<Result>, stop?: AbortSignal, isFirst = false) {
    return new Promise<Result>((resolve, reject) => {
      // Code that a dead tab still runs in this turn of the event loop requests no lock: nothing would remove it from the queue.
      if (realm.isDead) return
      const queue = this.queues.get(name) ?? []
      this.queues.set(name, queue)
      let isGranted = false
      const leave = () => {
        const at = queue.indexOf(waiter)
        if (at >= 0) queue.splice(at, 1)
        if (at === 0) queue[0]?.grant()
      }
      const waiter: Waiter = {
        grant: () => {
          if (isGranted) return
          isGranted = true
          realm.deliver(() => void work().then(resolve, reject).finally(leave))
        },
        // Another tab steals the lock: the work continues unprotected, and its caller gets a rejection.
        steal: () => {
          queue.splice(queue.indexOf(waiter), 1)
          realm.deliver(() => reject(new DOMException('The lock was taken over.', 'AbortError')))
        },
      }
      if (isFirst) queue.unshift(waiter)
      else queue.push(waiter)
      realm.whenDead(leave)
      stop?.addEventListener('abort', () => {
        if (isGranted || realm.isDead) return
        leave()
        reject(stop.reason)
      })
      if (queue[0] === waiter) waiter.grant()
    })
  }
}
