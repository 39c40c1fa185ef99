import type Dexie from 'dexie'
import type { DBCore, DBCoreTable, DBCoreTransaction, Middleware } from 'dexie'
import { type Fault, faultOf } from './storage-errors.ts'

const all = ({ schema }: DBCoreTable) => ({
  index: schema.primaryKey,
  range: { type: 3 as const, lower: undefined, upper: undefined },
})

const WRITES = new Set(['mutate'])
const READS = new Set(['get', 'getMany', 'query', 'openCursor', 'count'])
const methods = ['mutate', 'get', 'getMany', 'query', 'openCursor', 'count'] as const

/** Middleware under every database of one device: counts the storage calls and fails at the planned call. */
export class FailingDisk {
  calls = 0
  /** Whether the fault has happened. */
  hasFailed = false
  private plan: { at: number; fault: Fault; within: string } | undefined
  private isGone = false
  private isSilent = false
  private isStuffed = false
  /** Called when the storage stops answering. */
  onSilence: () => void = () => undefined
  /** Whether a write to this table fails for lack of space; deletions always succeed. */
  isFull: ((table: string) => boolean) | undefined

  /**
   * From now on the `at`-th call that can fail in this way does. @param within  counts only databases whose names start with this
   * prefix
   */
  failAt(at: number, fault: Fault, within = '') {
    this.calls = 0
    this.hasFailed = false
    this.plan = { at, fault, within }
  }

  heal() {
    this.plan = undefined
    this.isGone = false
    this.isSilent = false
    this.isStuffed = false
  }

  readonly addon = (db: Dexie) => {
    db.use(this.middleware(db.name))
  }

  private readonly middleware = (database: string): Middleware<DBCore> => ({
    stack: 'dbcore',
    name: 'failing-disk',
    create: (core) => ({ ...core, table: (name) => this.under(database, core.table(name)) }),
  })

  private under(database: string, table: DBCoreTable): DBCoreTable {
    const failing = Object.fromEntries(
      methods.map((method) => [
        method,
        (request: never) => {
          const fault = this.nextFault(method, request, database, table.name)
          const forward = () => (table[method] as (request: never) => Promise<unknown>)(request)
          if (fault === 'silent') return this.whileSilent(table, request, forward)
          return fault ? Promise.reject(fault) : forward()
        },
      ]),
    )
    return { ...table, ...failing }
  }

  /** A pending call stays pending and keeps its transaction open. A storage that answers again carries the call out after all. */
  private whileSilent(table: DBCoreTable, { trans }: { trans: DBCoreTransaction }, forward: () => Promise<unknown>): unknown {
    const wait = (): unknown => (this.isSilent ? table.count({ trans, query: all(table) }).then(wait) : forward())
    return wait()
  }

  private nextFault(method: string, request: { type?: string }, database: string, table: string): Error | 'silent' | undefined {
    if (this.isGone) return faultOf('gone')
    if (this.isSilent) return 'silent'
    const takesSpace = method === 'mutate' && request.type !== 'delete' && request.type !== 'deleteRange'
    if (takesSpace && (this.isStuffed || this.isFull?.(table))) return faultOf('full')
    if (!this.plan || !database.startsWith(this.plan.within)) return undefined
    // Clearing a database clears table after table; one table represents all of them.
    if (request.type === 'deleteRange' && table !== 'outbox') return undefined
    const { at, fault } = this.plan
    const canFail = fault === 'full' ? WRITES.has(method) : fault === 'unreadable' ? READS.has(method) : true
    if (!canFail || ++this.calls !== at) return undefined
    this.hasFailed = true
    this.plan = undefined
    this.isGone = fault === 'gone'
    this.isStuffed = fault === 'full'
    if (fault !== 'silent') return faultOf(fault)
    this.isSilent = true
    this.onSilence()
    return fault
  }
}
