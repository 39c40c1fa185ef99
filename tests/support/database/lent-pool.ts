import type { OpenDatabase, Sql } from '#server/database/client.ts'
import { queryBuilder } from '#server/database/client.ts'
import type { StatementObserver } from '#server/database/statement-observer.ts'

type Call = (...args: unknown[]) => unknown
type Own = Record<PropertyKey, unknown>

/** As long as a pool that is closed waits for its statements. */
export const END_MS = 5000

/** What stays in a session after its transaction, or disturbs another one. A multi-line text is one statement. */
const LEAVES_A_TRACE =
  /^\s*(?:set\s+(?!local\b|transaction\b)|reset\b|listen\b|load\b|prepare\b|deallocate\b|discard\b|declare\b)|;\s*set\s+(?!local\b)|\b(?:temp|temporary)\s+(?:table|view|sequence)\b|set_config\((?!.*true\s*\))|pg_(?:try_)?advisory_lock|pg_(?:terminate|cancel)_backend/is

/**
 * A pool for one user of a database that has another user afterwards: what hangs on the pool belongs to this user alone. After
 * `end`, each call is answered as by a pool that was closed, so that late work of an ended file changes nothing of the next one.
 *
 * @param closed  a pool that was closed
 * @param endMs  longest wait for statements of a user whose file has ended
 */
export function lend(pool: OpenDatabase, closed: Sql, endMs: number) {
  let isOver = false
  let pending = 0
  let obstacle: string | undefined
  let observer: StatementObserver | undefined
  let onIdle: (() => void) | undefined
  const singles = new Set<Sql>()

  const note = (text: string) => {
    if (LEAVES_A_TRACE.test(text)) obstacle ??= `the session is changed: ${text.trim().slice(0, 60)}`
  }
  const started = () => {
    pending += 1
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      pending -= 1
      if (pending === 0) onIdle?.()
    }
  }
  pool.observeStatements((text) => {
    note(text)
    const done = started()
    const end = observer?.(text)
    return (rows, isFailed) => {
      done()
      end?.(rows, isFailed)
    }
  })

  const current = () => (isOver ? closed : pool.sql) as unknown as Own & Call
  const through = (name: string) => (current()[name] as Call).bind(current())
  const refusing =
    (name: string): Call =>
    (...args) => {
      obstacle ??= `\`${name}\` of the pool is called`
      return through(name)(...args)
    }
  const own: Own = {
    unsafe: (...args: unknown[]) => through('unsafe')(...args),
    begin: async (...args: unknown[]) => {
      const done = started()
      try {
        return await through('begin')(...args)
      } finally {
        done()
      }
    },
    reserve: async () => {
      const done = started()
      try {
        return followReserved((await through('reserve')()) as Own & Call, note, done)
      } catch (error) {
        done()
        throw error
      }
    },
  }
  for (const name of ['end', 'close', 'listen', 'subscribe', 'largeObject']) own[name] = refusing(name)

  const sql = new Proxy(pool.sql, {
    apply: (_, self, args) => Reflect.apply(current(), self, args),
    get: (target, key) => (Object.hasOwn(own, key) ? own[key] : Reflect.get(target, key)),
    set: (_, key, value) => Reflect.set(own, key, value),
    getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, key),
  })

  const openSingle = () => {
    const single = pool.openSingle()
    const { end } = single
    singles.add(single)
    return Object.assign(single, {
      end: (...args: Parameters<typeof end>) => {
        singles.delete(single)
        return end(...args)
      },
    })
  }
  const lent: OpenDatabase = {
    sql,
    db: queryBuilder(sql),
    openSingle,
    observeStatements: (next) => {
      observer = next
    },
    close: () => sql.end({ timeout: 5 }),
  }
  return {
    lent,
    /** Waits for the statements that are sent. @returns why no other user may get the pool */
    async end(): Promise<string | undefined> {
      isOver = true
      if (pending > 0) await Promise.race([new Promise<void>((idle) => (onIdle = idle)), Bun.sleep(endMs)])
      if (pending > 0) obstacle ??= 'a statement or a transaction is not over'
      if (singles.size > 0) obstacle ??= 'a single connection is open'
      return obstacle
    },
  }
}

function followReserved(reserved: Own & Call, note: (text: string) => void, done: () => void) {
  const { unsafe, release } = reserved as unknown as { unsafe: Call; release: () => void }
  Object.assign(reserved, {
    unsafe: (text: string, ...rest: unknown[]) => {
      note(text)
      return unsafe(text, ...rest)
    },
    release: () => {
      release()
      done()
    },
  })
  return new Proxy(reserved, {
    apply: (target, self, args) => {
      if (Object.hasOwn(Object(args[0]), 'raw')) note((args[0] as string[]).join('$'))
      return Reflect.apply(target, self, args)
    },
  })
}
