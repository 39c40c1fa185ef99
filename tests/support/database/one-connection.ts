import { AsyncLocalStorage } from 'node:async_hooks'
import type { OpenDatabase } from '#server/database/client.ts'

type Call = (...args: unknown[]) => unknown

/** The transaction of the product that the current code runs in. */
type Running = { pool: object; begunAt: string; isOver: boolean }
const running = new AsyncLocalStorage<Running>()

/** A build takes its two connections before anything waits for it, and one runs at a time. */
const HAS_TWO = 'sync-server/sync/public/snapshot.ts'

/**
 * Records each statement that the product sends to a pool within one of its own transactions on that pool. The statement needs a second
 * connection: when every connection is in such a transaction, all of them wait for each other until Postgres ends them after 30 s.
 */
export function watchConnections({ sql }: OpenDatabase) {
  const found = new Set<string>()
  const client = sql as unknown as Record<'unsafe' | 'begin', Call>
  const { unsafe, begin } = client
  const check = (text: string) => {
    const at = running.getStore()
    if (at?.pool === client && !at.isOver) found.add(`${text.trim().slice(0, 60)} in the transaction of ${at.begunAt}`)
  }
  client.unsafe = (text, ...rest) => {
    check(String(text))
    return unsafe(text, ...rest)
  }
  client.begin = (...args) => {
    check('begin')
    const begunAt = ownFrame()
    const work = args.pop() as Call
    if (!begunAt || begunAt.includes(HAS_TWO)) return begin(...args, work)
    return begin(...args, (transaction: unknown) => {
      const state: Running = { pool: client, begunAt, isOver: false }
      return running.run(state, async () => {
        try {
          return await work(transaction)
        } finally {
          state.isOver = true
        }
      })
    })
  }
  return {
    /** @throws what was found, once each */
    assertNone: () => {
      if (found.size > 0) throw new Error(`A second connection is used:\n${[...found].join('\n')}`)
    },
  }
}

/** The nearest place in the repository that called; none for a transaction that a test began itself. */
function ownFrame(): string | undefined {
  const lines = (new Error().stack ?? '').split('\n').filter((line) => !/node_modules|tests\/support\/database/.test(line))
  const [, nearest] = lines.map((line) => /\/((?:sync-server|tests)\/[^:]+:\d+)/.exec(line)).find(Boolean) ?? []
  return nearest?.startsWith('sync-server/') && !nearest.includes('.test.ts') ? nearest : undefined
}
