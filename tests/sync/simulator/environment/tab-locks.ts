import type { Locks } from '#web/sync/engine/platform.ts'
import type { JsContext } from './js-context.ts'

type Waiter = { grant: () => void; steal: () => void }

/** Web Locks within one device: granted in the order of the requests; a tab that dies releases its locks. */
export class TabLocks {
  private readonly queues = new Map<string, Waiter[]>()

  of = (context: JsContext): Locks => ({
    exclusively: (name, work, stop) => this.enter(context, name, work, stop),
    takeOver: (name, work) => {
      if (!context.isDead) this.queues.get(name)?.[0]?.steal()
      return this.enter(context, name, work, undefined, true)
    },
  })

  private enter<Result>(context: JsContext, name: string, work: () => Promise<Result>, stop?: AbortSignal, isFirst = false) {
    return new Promise<Result>((resolve, reject) => {
      // Code that a dead tab still runs in this turn of the event loop requests no lock: nothing would remove it from the queue.
      if (context.isDead) return
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
          context.deliver(() => void work().then(resolve, reject).finally(leave))
        },
        // Another tab steals the lock: the work continues unprotected, and its caller gets a rejection.
        steal: () => {
          queue.splice(queue.indexOf(waiter), 1)
          context.deliver(() => reject(new DOMException('The lock was taken over.', 'AbortError')))
        },
      }
      if (isFirst) queue.unshift(waiter)
      else queue.push(waiter)
      context.whenDead(leave)
      stop?.addEventListener('abort', () => {
        if (isGranted || context.isDead) return
        leave()
        reject(stop.reason)
      })
      if (queue[0] === waiter) waiter.grant()
    })
  }
}
