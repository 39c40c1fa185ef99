import Dexie, { type DBCore, type DBCoreTable, type Middleware } from 'dexie'

/**
 * What a browser's storage does to a page.
 * `full`: a write is refused. `unreadable`: a stored row is damaged. `gone`: the storage process died, and every connection with it.
 * `closed`: somebody closed this connection.
 */
export type Fault = 'full' | 'unreadable' | 'gone' | 'closed'

const errors: Record<Fault, () => Error> = {
  full: () => new DOMException('The current transaction exceeded its quota limitations.', 'QuotaExceededError'),
  unreadable: () => new DOMException('Failed to read large IndexedDB value', 'NotReadableError'),
  gone: () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError'),
  closed: () => new Dexie.DatabaseClosedError(),
}

const WRITES = new Set(['mutate'])
const READS = new Set(['get', 'getMany', 'query', 'openCursor', 'count'])
const methods = ['mutate', 'get', 'getMany', 'query', 'openCursor', 'count'] as const

/** Under every database of one device: counts what is asked of the disk, and fails at the call it is told to. */
export class FailingDisk {
  calls = 0
  /** Whether the fault has happened. */
  hasFailed = false
  private plan: { at: number; fault: Fault } | undefined
  private isGone = false
  /** Whether a write to this table finds no space; removing always works. */
  isFull: ((table: string) => boolean) | undefined

  /** From now on the `at`-th call that can fail in this way does. */
  failAt(at: number, fault: Fault) {
    this.calls = 0
    this.hasFailed = false
    this.plan = { at, fault }
  }

  heal() {
    this.plan = undefined
    this.isGone = false
  }

  readonly addon = (db: Dexie) => {
    db.use(this.middleware)
  }

  private readonly middleware: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'failing-disk',
    create: (core) => ({ ...core, table: (name) => this.under(core.table(name)) }),
  }

  private under(table: DBCoreTable): DBCoreTable {
    const shaky = Object.fromEntries(
      methods.map((method) => [
        method,
        (request: never) => {
          const fault = this.ask(method, request, table.name)
          return fault ? Promise.reject(fault) : (table[method] as (request: never) => Promise<unknown>)(request)
        },
      ]),
    )
    return { ...table, ...shaky }
  }

  private ask(method: string, request: { type?: string }, table: string): Error | undefined {
    if (this.isGone) return errors.gone()
    if (method === 'mutate' && request.type !== 'delete' && request.type !== 'deleteRange' && this.isFull?.(table)) {
      return errors.full()
    }
    if (!this.plan) return undefined
    // Emptying a database clears table after table; one of them stands for all.
    if (request.type === 'deleteRange' && table !== 'outbox') return undefined
    const { at, fault } = this.plan
    const canFail = fault === 'full' ? WRITES.has(method) : fault === 'unreadable' ? READS.has(method) : true
    if (!canFail || ++this.calls !== at) return undefined
    this.hasFailed = true
    this.plan = undefined
    this.isGone = fault === 'gone'
    return errors[fault]()
  }
}
