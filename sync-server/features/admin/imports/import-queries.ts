import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { directoryInvestors, importQuarantine, importRuns } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { MAX_PRICES } from '#shared/admin/bounds.ts'
import type { PriceReview, RunReview } from '#shared/admin/imports.ts'
import type { VcId } from '#shared/ids.ts'

export type RunRow = Awaited<ReturnType<typeof listRuns>>[number]
export type PriceRow = Awaited<ReturnType<typeof listPrices>>[number]

const MAX_RUNS = 20
const MAX_RECORDS = 500
/** Names shown for a rejected run: enough to distinguish a page that failed to load from people who left. */
const MAX_NAMES = 12

/** The latest runs, latest first: ids sort by creation time. */
export const listRuns = (db: Queryable) => db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(MAX_RUNS)

export function listNames(db: Queryable, ids: VcId[]) {
  const { id, name, fund } = directoryInvestors
  return db
    .select({ id, name, fund })
    .from(directoryInvestors)
    .where(inArray(id, ids.slice(0, MAX_NAMES)))
    .orderBy(asc(name))
}

export async function lockRun(tx: Transaction, id: string) {
  const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id)).for('update')
  return run
}

export async function hasLaterRun(tx: Transaction, { id, source }: Pick<RunRow, 'id' | 'source'>): Promise<boolean> {
  return (await tx.$count(importRuns, and(eq(importRuns.source, source), gt(importRuns.id, id)))) > 0
}

export async function writeRunReview(tx: Transaction, id: string, review: RunReview) {
  await tx.update(importRuns).set(review).where(eq(importRuns.id, id))
}

export const listQuarantine = (db: Queryable) =>
  db.select().from(importQuarantine).orderBy(desc(importQuarantine.createdAt), asc(importQuarantine.id)).limit(MAX_RECORDS)

const { priceRaw, confirmedPrice } = directoryInvestors
const DOUBT = sql`'$[*] ? (@.reason starts with "confirm price").reason'::jsonpath`
const isConfirmed = sql<boolean>`(${confirmedPrice} -> 'raw') is not distinct from ${priceRaw}`

/** Listed prices that need confirmation, unconfirmed ones first. */
export function listPrices(db: Queryable, where?: SQL) {
  const { id, name, fund, price, flags, unlistedAt } = directoryInvestors
  const doubt = sql<string | null>`jsonb_path_query_first(${flags}, ${DOUBT}) #>> '{}'`
  return db
    .select({ id, name, fund, price, priceRaw, doubt, isConfirmed })
    .from(directoryInvestors)
    .where(and(isNull(unlistedAt), sql`${flags} @? ${DOUBT}`, where))
    .orderBy(isConfirmed, asc(name), asc(id))
    .limit(MAX_PRICES)
}

export async function lockPrice(tx: Transaction, id: VcId) {
  await tx.select({ id: directoryInvestors.id }).from(directoryInvestors).where(eq(directoryInvestors.id, id)).for('update')
  const [row] = await listPrices(tx, eq(directoryInvestors.id, id))
  return row
}

/** The database copies the raw price: it must equal itself at the next import. */
export async function writePrice(tx: Transaction, id: VcId, { price, isConfirmed: stands }: PriceReview) {
  const answer = sql`jsonb_build_object('raw', ${priceRaw}, 'price', ${price}::bigint)`
  await tx
    .update(directoryInvestors)
    .set({ price, confirmedPrice: stands ? answer : null, updatedAt: sql`now()` })
    .where(eq(directoryInvestors.id, id))
}
