import { and, inArray, not, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { directoryExtents, directoryInvestors, vcs } from '#drizzle/schema/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { presentInvestor } from '#server/features/directory/present-investor.ts'
import { bothKinds, listListed, listPlatform } from '#server/features/directory/queries.ts'
import type { Log } from '#server/log.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { type FoundInvestors, MAX_COUNTED, SEARCH_PAGE_SIZE, type SearchDirectory } from '#shared/directory/search-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { filterCondition, wordConditions, wordsOf } from './conditions.ts'
import { createNearWords } from './near-words.ts'

/** A search that takes longer ends: its words or filters match in a way that no index serves. */
const SEARCH_TIMEOUT_MS = 5000

type Sort = NonNullable<SearchDirectory['sort']>

/** The columns of each order: a number that `best_key` follows, or a unique text alone. */
const orderColumns: Record<Sort, { number?: string; key: string }> = {
  best: { key: 'best_key' },
  name: { key: 'name_key' },
  price: { number: 'price_key', key: 'best_key' },
  'price-high': { number: 'price_high_key', key: 'best_key' },
  requests: { number: 'requests_key', key: 'best_key' },
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

export type SearchDeps = { db: Database; log: Pick<Log, 'warn'> }

/** The search of the records that devices do not hold. Pages continue by key, so that no record is repeated or skipped. */
export function createSearch({ db, log }: SearchDeps) {
  const findNear = createNearWords(log)

  return (asked: SearchDirectory): Promise<FoundInvestors> =>
    db.transaction(
      async (tx) => {
        // A plan that is made once for all parameters would read the wrong index for rare or for frequent words.
        await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('statement_timeout', ${String(SEARCH_TIMEOUT_MS)}, true)`)
        const typed = wordsOf(asked.text)
        const near = await findNear(tx, typed)
        const words = wordConditions(typed, (word) => near.get(word) ?? [])
        const filter = filterCondition(asked)
        const { ids, next } = await findPage(tx, asked, groupsOf(words, asked.sort ?? 'best'), filter)
        return {
          items: await listByIds(tx, ids),
          ...(asked.after === undefined && (await countMatches(tx, typed.length > 0 ? words.at(-1) : undefined, filter))),
          ...(next && { next: write(next) }),
        }
      },
      { accessMode: 'read only' },
    )
}

/** Groups that follow each other in the list: under `best` by the match, otherwise matches with a wrong letter come last. */
function groupsOf(words: SQL[], sort: Sort): SQL[] {
  const steps = sort === 'best' || words.length === 1 ? words : words.slice(3)
  return steps.map((step, at) => and(step, at > 0 && steps[at - 1] ? not(steps[at - 1] as SQL) : undefined) ?? step)
}

async function findPage(tx: Transaction, { sort = 'best', after }: SearchDirectory, groups: SQL[], filter: SQL | undefined) {
  const { number, key } = orderColumns[sort]
  const [keyColumn, numberColumn] = [sql.identifier(key), number === undefined ? undefined : sql.identifier(number)]
  const order = numberColumn ? sql`${numberColumn}, ${keyColumn}` : sql`${keyColumn}`
  const isAfter = (from: Position) =>
    numberColumn ? sql`(${order}) > (${from.number ?? 0}::bigint, ${from.key})` : sql`${keyColumn} > ${from.key}`
  const start = after === undefined ? undefined : readPosition(after)
  const found: { id: VcId; position: Position }[] = []
  // One more than a page tells whether there is another.
  const enough = SEARCH_PAGE_SIZE + 1
  for (let group = start?.group ?? 0; group < groups.length && found.length < enough; group += 1) {
    const from = start?.group === group ? isAfter(start) : undefined
    const rows = await tx.execute<{ id: VcId; number: string | null; key: string }>(sql`
      select id, ${numberColumn ? sql`${numberColumn}::text` : sql`null`} as number, ${keyColumn} as key from directory_search
      where ${and(groups[group], filter, from)} order by ${order} limit ${enough - found.length}`)
    for (const row of rows) {
      const position = { group, ...(row.number !== null && { number: Number(row.number) }), key: row.key }
      found.push({ id: row.id, position })
    }
  }
  const page = found.slice(0, SEARCH_PAGE_SIZE)
  return { ids: page.map(({ id }) => id), next: found.length > page.length ? page.at(-1)?.position : undefined }
}

async function countMatches(tx: Transaction, words: SQL | undefined, filter: SQL | undefined) {
  const condition = and(words, filter)
  if (!condition) {
    const [extent] = await tx.select().from(directoryExtents)
    return { total: Math.max(0, (extent?.total ?? 0) - (extent?.onDevices ?? 0)) }
  }
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from directory_search where ${condition} limit ${MAX_COUNTED + 1}) as matches`)
  const count = row?.count ?? 0
  return count > MAX_COUNTED ? { total: MAX_COUNTED, isMore: true } : { total: count }
}

/** The public data of these investors, in this order; those that are not listed any more are left out. */
export async function listByIds(db: Queryable, ids: readonly VcId[]): Promise<Investor[]> {
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
