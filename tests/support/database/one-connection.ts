import { AsyncLocalStorage } from 'node:async_hooks'
import type { OpenDatabase } from '#server/database/client.ts'

type Call = (...args: unknown[]) => unknown

/** The transaction of the product that the current code runs in. */
type Running = { pool: object; begunAt: string | undefined; isOver: boolean }
const running = new AsyncLocalStorage<Running>()

/**
 * Places whose transactions may use a second connection: tests, and the build of a snapshot, which takes its two connections before
 * anything waits for it, and of which one runs at a time.
 */
const NOT_WATCHED = /^tests\/|\.test\.ts:|^sync-server\/sync\/public\/snapshot\.ts:/

/**
 * Records each statement that the product sends to a pool within one of its own transactions on that pool. The statement needs a second
 * connection: when every connection is in such a transaction, all of them wait for each other until Postgres ends them after 30 s.
 */
export function watchConnections({ sql }: OpenDatabase) {
  const found = new Set<string>()
  const { unsafe, begin } = sql as { unsafe: Call; begin: Call }
  const check = (text: string) => {
    const at = running.getStore()
    if (at?.pool === sql && !at.isOver) found.add(`${text.trim().slice(0, 60)} in the transaction of ${at.begunAt ?? 'a call'}`)
  }
  Object.assign(sql, {
    unsafe: (text: string, ...rest: unknown[]) => {
      check(text)
      return unsafe(text, ...rest)
    },
    begin: (...args: unknown[]) => {
      check('begin')
      const begunAt = nearestPlace()
      const work = args.pop() as Call
      if (begunAt && NOT_WATCHED.test(begunAt)) return begin(...args, work)
      return begin(...args, (transaction: unknown) => {
        const state: Running = { pool: sql, begunAt, isOver: false }
        return running.run(state, async () => {
          try {
            return await work(transaction)
          } finally {
            state.isOver = true
          }
        })
      })
    },
  })
  return {
    /** The driver, for statements that are written as templates. */
    sql: new Proxy(sql, {
      apply: (target, _, args) => {
        // Without `raw` it is no statement but a part of one.
        if (Object.hasOwn(Object(args[0]), 'raw')) check(args[0].join('?'))
        return Reflect.apply(target, undefined, args)
      },
    }),
    /** @throws what was found, once each */
    assertNone: () => {
      if (found.size > 0) throw new Error(`A second connection is used:\n${[...found].join('\n')}`)
    },
  }
}

/**
 * The nearest place in the repository that called: that of a test for a transaction that it begins itself. There is none where every
 * function in between ended with its call, because such a call leaves no frame on the stack.
 */
function nearestPlace(): string | undefined {
  const lines = (new Error().stack ?? '').split('\n').filter((line) => !/node_modules|tests\/support\/database/.test(line))
  return lines.map((line) => /\/((?:sync-server|tests)\/[^:]+:\d+)/.exec(line)?.[1]).find(Boolean)
}
