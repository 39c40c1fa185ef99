import { createHash } from 'node:crypto'
import { sql as fragment, type SQL } from 'drizzle-orm'
import type { Queryable, Sql, Transaction } from '#server/database/client.ts'
import { readSnapshot, type Snapshot } from '#server/sync/watermark.ts'
import type { PrincipalId } from '#shared/ids.ts'

/**
 * A mark identifies the state of one principal's private documents that a device received, so that a pull without changes reads
 * one index and no document.
 *
 * - Triggers add a row to `private_changes` for each principal whose documents a transaction may change, with the table that
 *   changed and the transaction id. Rows are only added: no writer waits for another.
 * - A mark is the database snapshot in which the documents were read. A later pull looks for rows of its principal that this
 *   snapshot does not see: a transaction that was open then, and has committed since, has a row that it does not see.
 * - The affected principals are often looked up in other tables (the buyers of a contact, for example). A purchase in a
 *   concurrent transaction is missed there. That transaction was open at every snapshot that sees the purchase and not the
 *   change. So rows without a principal name it, and a mark counts rows of transactions that were open at its snapshot as its own
 *   changes. Transactions are distinguished by `horizon`, the next id at the snapshot: `pg_snapshot_xmax` is based on the last
 *   *finished* one.
 * - Ids above the newest row of the table never count as seen, for the reason given at `cursorAfter`: after a crash Postgres
 *   assigns them to other transactions.
 * - A mark is valid for one epoch, one principal and one `rules`: the code and the configuration that produce documents.
 * - Documents that change with time alone have an instant (`until`). After `MAX_AGE_MS` all documents are compared in any case.
 */
export type Mark = {
  principalId: PrincipalId
  /** When documents were last compared without a mark, and until when time-dependent documents are valid; ms since the epoch. */
  comparedAt: number
  until: number | undefined
  seen: Snapshot
  horizon: bigint
}

/** A table that the triggers do not cover is noticed after a day. */
export const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** Rows of `private_changes` are kept for this long: longer than any mark is valid. */
export const CHANGES_KEPT_HOURS = 26

/** A mark lists at most this many open transactions; with more there is no mark. */
const MAX_OPEN = 40

/**
 * More rows than the transactions that are open at one snapshot usually leave. The distance between a horizon and the newest row
 * has no bound: a database with other writers assigns thousands of ids between two private changes. A client that forges a
 * distant horizon causes at most this many rows to be read. At this limit the mark is ignored and all documents are compared.
 */
export const MAX_LOOKED_UP = 2000

/**
 * Maximum number of rows read of one principal, including rows that the snapshot of the mark sees: other users cause them, a
 * device may be offline for days, and a client can forge the snapshot. At this limit all documents are compared.
 */
export const MAX_PER_OWNER = 500

/** Votes of one principal whose projects are checked, with the rows of these. At this limit the votes are compared. */
export const MAX_VOTES = 1000

/** Owners of rows that are no principal, in SQL: see `privateChanges` in `drizzle/schema/sync.ts`. */
const ALL_PRINCIPALS = "'*'"
const LOOKED_UP = "''"

/** The state in which documents of one transaction are read, before it is known how long they are valid. */
export type State = { seen: Snapshot | undefined; horizon: bigint; seed: string }

type StateRow = { snapshot: string; horizon: string; latest: string | null; seed: string }

/** Read in the transaction of the documents. `age` counts from the next transaction id, which no other function returns. */
const STATE = `select pg_current_snapshot()::text as snapshot,
  (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + age(pg_snapshot_xmin(pg_current_snapshot())::xid))::text as horizon,
  greatest(private_pruned_xid, (select changed_xid from private_changes order by changed_xid desc limit 1))::text as latest,
  epoch_seed as seed from sync_state where id = 1`

export async function readState(tx: Transaction): Promise<State> {
  const [row] = await tx.execute<StateRow>(fragment.raw(STATE))
  if (!row) throw new Error('The table sync_state is empty: the migrations have not run.')
  const { snapshot, horizon, latest, seed } = row
  return { seen: knownBelow(readSnapshot(snapshot), BigInt(latest ?? 0) + 1n), horizon: BigInt(horizon), seed }
}

/** The part of a snapshot below an id. */
function knownBelow(snapshot: Snapshot | undefined, bound: bigint): Snapshot | undefined {
  if (!snapshot) return undefined
  const xmax = least(snapshot.xmax, bound)
  const xmin = least(snapshot.xmin, xmax)
  const open = snapshot.open.filter((xid) => xid < xmax)
  return open.length > MAX_OPEN ? undefined : { xmin, xmax, open }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** The tables that may have changed documents of a principal since its mark. */
export type Change = { tables: ReadonlySet<string>; isPruned: boolean; seed: string }
type ChangeRow = { at: string; tables: string; is_pruned: boolean; seed: string }

/** List parameters are space-separated: a driver that has not queried the types of the database cannot encode arrays. */
const listOf = (type: string, parameter: string) => `string_to_array(${parameter}, ' ')::${type}[]`

/**
 * The first rows of one owner, whether or not a mark has seen them. Row comparisons keep Postgres in the order of the primary
 * key, where it stops at the limit. For `owner =` or `between` it estimates few rows, and sorts all of them where most of the
 * table belongs to one owner.
 */
const rowsOf = (
  owner: string,
  most: number,
  from = 'asked.low',
  below = '',
) => `select c.source, c.changed_xid from private_changes c
  where (c.owner, c.changed_xid) >= (${owner}, ${from}) and ${below ? `(c.owner, c.changed_xid) < (${owner}, ${below})` : `c.owner <= ${owner}`}
  order by c.owner, c.changed_xid limit ${most}`
const UNSEEN = 'array_agg(distinct source) filter (where not pg_visible_in_snapshot(changed_xid, asked.seen))'

/**
 * More marks than one statement gets. The range makes the planner expect one row for any number of marks: otherwise a prepared
 * statement, for which it expects ten, always seems dearer than a new plan, and each look-up is planned, at four times the cost.
 */
const MAX_ASKED = 1000

const changes = ([owners, lows, highs, horizons, seen]: readonly [string, string, string, string, string]) => `
  select asked.at::text as at, epoch_seed as seed, coalesce(asked.low <= private_pruned_xid, false)
    or own.rows >= ${MAX_PER_OWNER} or ahead.rows >= ${MAX_LOOKED_UP} as is_pruned, array_to_string(array(
    select unnest(own.sources || ahead.sources || voted.sources)
    union select c.source from private_changes c
      where c.owner = ${LOOKED_UP} and c.changed_xid = any(array(select pg_snapshot_xip(asked.seen)))
    union select 'project_votes' where voted.rows >= ${MAX_VOTES}
  ), ' ') as tables
  from unnest(${listOf('text', owners)}, ${listOf('xid8', lows)}, ${listOf('xid8', highs)}, ${listOf('xid8', horizons)},
    ${listOf('pg_snapshot', seen)}) with ordinality asked(owner, low, high, horizon, seen, at), sync_state,
    lateral (select count(*) as rows, ${UNSEEN} as sources from (
      (${rowsOf('asked.owner', MAX_PER_OWNER)}) union all (${rowsOf(ALL_PRINCIPALS, MAX_PER_OWNER)})) few
    ) own, lateral (select count(*) as rows, array_agg(distinct source) as sources from (
      ${rowsOf(LOOKED_UP, MAX_LOOKED_UP, 'asked.high', 'asked.horizon')}) few
    ) ahead, lateral (select count(*) as rows, ${UNSEEN} as sources from (select few.* from project_votes v
      left join lateral (${rowsOf("'project:' || v.project_id", MAX_VOTES)}) few on true
      where (v.principal_id, v.project_id) >= (asked.owner, '') and v.principal_id <= asked.owner
      order by v.principal_id limit ${MAX_VOTES}) few
    ) voted where sync_state.id = 1 and asked.at between 1 and ${MAX_ASKED}`

const textOf = ({ xmin, xmax, open }: Snapshot) => `${xmin}:${xmax}:${open.join(',')}`

/** One text per parameter. */
const parametersOf = (marks: Mark[]): [string, string, string, string, string] => [
  marks.map(({ principalId }) => principalId).join(' '),
  marks.map(({ seen }) => seen.xmin).join(' '),
  marks.map(({ seen }) => seen.xmax).join(' '),
  marks.map(({ horizon }) => horizon).join(' '),
  marks.map(({ seen }) => textOf(seen)).join(' '),
]

const changeOf = ({ tables, is_pruned, seed }: ChangeRow): Change => ({
  tables: new Set(tables === '' ? [] : tables.split(' ')),
  isPruned: is_pruned,
  seed,
})

const CHANGES = changes(['$1', '$2', '$3', '$4', '$5'])

/** The changes since several marks, in the order of the marks: prepared, in one round trip. */
export async function readChanges(sql: Sql, marks: Mark[]): Promise<Change[]> {
  const rows = await sql.unsafe<ChangeRow[]>(CHANGES, parametersOf(marks), { prepare: true })
  return rows.toSorted((a, b) => Number(a.at) - Number(b.at)).map(changeOf)
}

/** The same within a transaction, for one mark. */
export async function readChangesIn(tx: Queryable, mark: Mark): Promise<Change> {
  const parts = changes(['\0', '\0', '\0', '\0', '\0']).split('\0')
  const values = parametersOf([mark])
  const chunks = parts.flatMap((part, at): SQL[] => {
    const value = values[at]
    return value === undefined ? [fragment.raw(part)] : [fragment.raw(part), fragment`${value}::text`]
  })
  const [row] = await tx.execute<ChangeRow>(fragment.join(chunks))
  if (!row) throw new Error('The table sync_state is empty: the migrations have not run.')
  return changeOf(row)
}

/** A hash of the inputs that documents depend on, as stored in a mark. */
export const rulesOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)

/** The opaque text of a mark that a device stores. */
export const writeMark = (epoch: string, rules: string, { principalId, comparedAt, until, seen, horizon }: Mark): string =>
  [epoch, rules, principalId, comparedAt, until ?? '', textOf(seen), horizon].join(' ')

/** @returns undefined for a mark of another epoch or other rules, and for malformed text */
export function readMark(text: string, epoch: string, rules: string): Mark | undefined {
  const [ofEpoch, ofRules, principalId, compared, until, snapshot, next, ...more] = text.split(' ')
  if (ofEpoch !== epoch || ofRules !== rules || more.length > 0) return undefined
  if (!principalId || !/^[\w-]{1,64}$/.test(principalId)) return undefined
  const isInstant = (value: string | undefined) => value !== undefined && /^\d{1,15}$/.test(value)
  const seen = readSnapshot(snapshot ?? '')
  if (!isInstant(compared) || (until !== '' && !isInstant(until)) || !seen || seen.open.length > MAX_OPEN) return undefined
  if (next === undefined || !/^\d{1,19}$/.test(next)) return undefined
  const horizon = BigInt(next)
  return {
    principalId: principalId as PrincipalId,
    comparedAt: Number(compared),
    until: until === '' ? undefined : Number(until),
    seen,
    horizon,
  }
}
