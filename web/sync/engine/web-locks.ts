import type { Locks } from './platform.ts'

/** Web Locks: one holder of a name over every tab and the service worker. */
export const locks: Locks = {
  exclusively: async (name, work, stop) => navigator.locks.request(name, stop ? { signal: stop } : {}, work),
  takeOver: async (name, work) => navigator.locks.request(name, { steal: true }, work),
}
