import type { Locks } from './platform.ts'

/** Web Locks: one owner per name across all tabs and the service worker. */
export const locks: Locks = {
  exclusively: async (name, work, stop) => navigator.locks.request(name, stop ? { signal: stop } : {}, work),
  takeOver: async (name, work) => navigator.locks.request(name, { steal: true }, work),
}
