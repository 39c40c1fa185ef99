import { beforeAll } from 'vitest'
import { MAX_MS, startCostNode } from '#tests/support/request-cost.ts'

export const JSON_HEADERS = { 'content-type': 'application/json' }

export type Given = [name: string, args: object, more?: object]
export const pushOf = (give: (at: number) => Given, count = 100) =>
  JSON.stringify({
    clientId: crypto.randomUUID(),
    mutations: Array.from({ length: count }, (_, at) => {
      const [name, args, more] = give(at)
      return { id: Bun.randomUUIDv7(), name, args, ...more, madeAt: new Date().toISOString() }
    }),
  })

/**
 * 100 mutations are 100 transactions, about 1 ms each, between which the node answers others. Rows per hour are limited for a
 * guest and an address, so this cost is rare.
 */
export const MAX_MUTATIONS_MS = 2 * MAX_MS
export const version = (at: number, step = '') => `${step}${at}`.padEnd(2500, 'x')

/** A node whose cost of a request is measured. */
export async function setUp() {
  /** The cost of one request of a stranger for a node. */
  const { url, db, visitor, costOf } = await startCostNode()

  // Compiling and planning by the first request is not part of the cost of a request.
  beforeAll(async () => {
    for (const name of ['investor.save', 'contact.note'] as const) {
      const args = { vcId: 'rec', isSaved: true, contactId: 'rec', text: '' }
      await visitor().send('/api/sync/push', { method: 'POST', body: pushOf(() => [name, args]), headers: JSON_HEADERS })
    }
  })
  return { url, db, visitor, costOf }
}
