import { and, inArray, not, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { directoryExtents, directoryInvestors, vcs } from '#drizzle/schema/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { codeOf } from '#server/error-code.ts'
import { presentInvestor } from '#server/features/directory/present-investor.ts'
import { bothKinds, listListed, listMoved, listPlatform } from '#server/features/directory/queries.ts'
import type { Log } from '#server/log.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { type FoundInvestors, MAX_COUNTED, SEARCH_PAGE_SIZE, type SearchDirectory } from '#shared/directory/search-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { filterCondition, wordConditions, wordsOf } from './conditions.ts'
import { createNearWords } from './near-words.ts'

/** A search that takes longer ends: its words or filters match in a way that no index serves. */
const SEARCH_TIMEOUT_MS = 5000

/** Records of an order that are read to tell frequent matches from rare ones. */
const WALKED = 5000
/** With fewer matches among them, all matches are sorted: at most some 2 % of the records. */
const FREQUENT = 100

type Sort = NonNullable<SearchDirectory['sort']>

/** The columns of each order: a number that `best_key` follows, or a unique text alone. */
const orderColumns: Record<Sort, { number?: string; key: string }> = {
  best: { key: 'best_key' },
  name: { key: 'name_key' },
  price: { number: 'price_key', key: 'best_key' },
  'price-high': { number: 'price_high_key', key: 'best_key' },
  requests: { number: 'requests_key', key: 'best_key' },
  replies: { number: 'replies_key', key: 'best_key' },
  newest: { number: 'newest_key', key: 'best_key' },
}

/** Where a page ended: the group of matches, and the keys of its last record. */
const Position = v.object({
  group: v.pipe(v.number(), v.integer(), v.minValue(0)),
  number: v.optional(v.pipe(v.number(), v.safeInteger())),
  key: v.string(),
})
type Position = v.InferOutput<typeof Position>

const write = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws Problem `invalid` for a text that no page has returned */
function readPosition(after: string): Position {
  try {
    return v.parse(Position, JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw new Problem('invalid')
  }
}

export type SearchDeps = { db: Database; log: Pick<Log, 'warn'>; timeoutMs?: number }

/** `query_canceled`: the statement exceeded its timeout. */
const isOverdue = (error: unknown) => error instanceof Error && codeOf(error.cause) === '57014'

/**
 * The search of the records that devices do not hold. Pages continue by key, so that no record is repeated or skipped.
 *
 * @throws Problem `directory.search-too-wide` when it takes too long
 */
export function createSearch({ db, log, timeoutMs = SEARCH_TIMEOUT_MS }: SearchDeps) {
  const findNear = createNearWords(log)
  const refuseOverdue = (error: unknown): never => {
    throw isOverdue(error) ? new Problem('directory.search-too-wide') : error
  }

  return (asked: SearchDirectory): Promise<FoundInvestors> =>
    db
      .transaction(
        async (tx) => {
          // A plan that is made once for all parameters would read the wrong index for rare or for frequent words.
          // Reading the whole table is never better than an index here.
          await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${String(timeoutMs)}, true)`)
          const typed = wordsOf(asked.text)
          const near = await findNear(tx, typed)
          const words = wordConditions(typed, (word) => near.get(word) ?? [])
          const filter = filterCondition(asked)
          const widest = and(typed.length > 0 ? words.at(-1) : undefined, filter)
          const surveyed = widest && (await survey(tx, widest, asked.sort ?? 'best'))
          const groups = typed.length > 0 ? groupsOf(words, asked.sort ?? 'best') : [undefined]
          const isFrequent = surveyed !== undefined && surveyed.matches >= FREQUENT
          const { ids, next } = await findPage(tx, asked, { groups, filter, isFrequent })
          return {
            items: await listByIds(tx, ids),
            ...(asked.after === undefined && (await countMatches(tx, widest, surveyed))),
            ...(next && { next: write(next) }),
          }
        },
        { accessMode: 'read only' },
      )
      .catch(refuseOverdue)
}

/** Groups that follow each other in the list: under `best` by the match, otherwise matches with a wrong letter come last. */
function groupsOf(words: SQL[], sort: Sort): SQL[] {
  const steps = sort === 'best' || words.length === 1 ? words : words.slice(3)
  return steps.map((step, at) => and(step, at > 0 && steps[at - 1] ? not(steps[at - 1] as SQL) : undefined) ?? step)
}

function orderOf(sort: Sort) {
  const { number, key } = orderColumns[sort]
  const [keyColumn, numberColumn] = [sql.identifier(key), number === undefined ? undefined : sql.identifier(number)]
  return { keyColumn, numberColumn, order: numberColumn ? sql`${numberColumn}, ${keyColumn}` : sql`${keyColumn}` }
}

type Asked = { groups: (SQL | undefined)[]; filter: SQL | undefined; isFrequent: boolean }

async function findPage(tx: Transaction, { sort = 'best', after }: SearchDirectory, { groups, filter, isFrequent }: Asked) {
  const { keyColumn, numberColumn, order } = orderOf(sort)
  const isAfter = (from: Position) =>
    numberColumn ? sql`(${order}) > (${from.number ?? 0}::bigint, ${from.key})` : sql`${keyColumn} > ${from.key}`
  const start = after === undefined ? undefined : readPosition(after)
  const found: { id: VcId; position: Position }[] = []
  // One more than a page tells whether there is another.
  const enough = SEARCH_PAGE_SIZE + 1
  for (let group = start?.group ?? 0; group < groups.length && found.length < enough; group += 1) {
    const from = start?.group === group ? isAfter(start) : undefined
    const columns = sql`id, ${numberColumn ? sql`${numberColumn}` : sql`null::bigint`} as number, ${keyColumn} as key`
    const rows = await listGroup(
      tx,
      { columns, order, condition: and(groups[group], filter), from, isFrequent },
      enough - found.length,
    )
    for (const row of rows) {
      const position = { group, ...(row.number !== null && { number: Number(row.number) }), key: row.key }
      found.push({ id: row.id, position })
    }
  }
  const page = found.slice(0, SEARCH_PAGE_SIZE)
  return { ids: page.map(({ id }) => id), next: found.length > page.length ? page.at(-1)?.position : undefined }
}

type Row = { id: VcId; number: string | null; key: string }
type Group = { columns: SQL; order: SQL; condition: SQL | undefined; from: SQL | undefined; isFrequent: boolean }

type Survey = { walked: number; matches: number }

/** How many of the first records of an order meet a condition. `walked` is smaller where there are no more records. */
async function survey(tx: Transaction, condition: SQL, sort: Sort): Promise<Survey> {
  const { order } = orderOf(sort)
  const [row] = await tx.execute<Survey>(sql`
    with walk as materialized (select (${condition}) as is_match from directory_search order by ${order} limit ${WALKED})
    select count(*)::int as walked, count(*) filter (where is_match)::int as matches from walk`)
  return row ?? { walked: 0, matches: 0 }
}

/**
 * The first records of a group. Frequent matches are found along the order of the list; rare ones are read from the indexes of words
 * and terms, and sorted. Postgres cannot tell the two apart by its statistics: it takes a beginning of a word that it does not know
 * for a frequent one, and would read the whole order for the two records that have it.
 */
async function listGroup(tx: Transaction, group: Group, most: number): Promise<Row[]> {
  const { columns, order, condition, from, isFrequent } = group
  if (!condition) {
    return tx.execute<Row>(
      sql`select ${columns} from directory_search ${from ? sql`where ${from}` : sql``} order by ${order} limit ${most}`,
    )
  }
  if (isFrequent) {
    const rows = await tx.execute<Row>(sql`
      with walk as materialized (select id, ${order}, (${condition}) as is_match from directory_search
        ${from ? sql`where ${from}` : sql``} order by ${order} limit ${WALKED})
      select ${columns} from walk where is_match order by ${order} limit ${most}`)
    if (rows.length === most) return rows
  }
  return tx.execute<Row>(sql`
    with matching as materialized (select id, ${order} from directory_search where ${and(condition, from)})
    select ${columns} from matching order by ${order} limit ${most}`)
}

/** Counts up to `MAX_COUNTED`; frequent matches as far as the survey has read, because a complete count reads all of them. */
async function countMatches(tx: Transaction, condition: SQL | undefined, surveyed: Survey | undefined) {
  if (!condition || !surveyed) {
    const [extent] = await tx.select().from(directoryExtents)
    return { total: Math.max(0, (extent?.total ?? 0) - (extent?.onDevices ?? 0)) }
  }
  const { walked, matches } = surveyed
  if (walked === WALKED && matches >= FREQUENT) return { total: Math.min(matches, MAX_COUNTED), isMore: true }
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from directory_search where ${condition} limit ${MAX_COUNTED + 1}) as matches`)
  const count = row?.count ?? 0
  return count > MAX_COUNTED ? { total: MAX_COUNTED, isMore: true } : { total: count }
}

/**
 * The public data of these investors, in this order, each once; those that are not listed any more are left out. A record that was
 * merged into another one is that one.
 */
export async function listByIds(db: Queryable, asked: readonly VcId[]): Promise<Investor[]> {
  const moved = await listMoved(db, asked)
  const ids = [...new Set(asked.map((id) => moved.get(id) ?? id))]
  const named = idList(ids)
  const rows = bothKinds(
    await listPlatform(db, inArray(vcs.id, named)),
    await listListed(db, inArray(directoryInvestors.id, named)),
  )
  const byId = new Map(rows.filter(({ isPublic }) => isPublic).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentInvestor(row)] : []
  })
}
