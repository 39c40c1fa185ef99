import { and, desc, eq, getTableColumns, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { directoryInvestors, importQuarantine, importRuns, investorStats, suppressions, vcs } from '#drizzle/schema/index.ts'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { holdsPlace } from '#server/features/listings/sold-listings.ts'
import type { VcId } from '#shared/ids.ts'
import type { ListedRecord, QuarantinedRecord } from './normalise-records.ts'

/** An import of a large listing takes minutes. */
const IMPORT_WAIT_MS = 10 * 60_000

/** Rows per statement. Writing one blocks the event loop: 0.1 ms for each of about thirty parameters per row. */
const CHUNK = 100

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK))

/** Waits until no other import runs on any node; locked until the transaction ends. */
export const lockImports = (tx: Transaction) => lockOverNodes(tx, 'import', IMPORT_WAIT_MS)

/** Every record that was ever listed, with the columns that an import needs. */
export function listStanding(db: Queryable) {
  return db
    .select({
      id: directoryInvestors.id,
      sourceHash: directoryInvestors.sourceHash,
      isListed: sql<boolean>`${directoryInvestors.unlistedAt} is null`,
      isManual: directoryInvestors.isManual,
    })
    .from(directoryInvestors)
}

/** Columns that no import writes. */
const KEPT = [
  'id',
  'createdAt',
  'updatedAt',
  'changedXid',
  'confirmedPrice',
  'consentedAt',
  'onDevices',
  'editedFields',
  'isManual',
  'mergedInto',
]

const { confirmedPrice, editedFields, isManual } = directoryInvestors

/** A field that an admin has edited stays, until the admin lets the record follow its source again. */
const unlessEdited = (column: PgColumn, field: string, ofSource: SQL) =>
  sql`case when ${field} = any(${editedFields}) then ${column} else ${ofSource} end`

/** Every column that is copied from a record. */
const takenOver: Record<string, SQL> = Object.fromEntries(
  Object.entries(getTableColumns(directoryInvestors))
    .filter(([field]) => !KEPT.includes(field))
    .map(([field, column]) => [field, unlessEdited(column, field, sql.raw(`excluded."${toSnakeCase(field)}"`))]),
)

/** A price confirmed by an admin is kept as long as the source sends the same raw value. */
const price = unlessEdited(
  directoryInvestors.price,
  'price',
  sql`case when ${confirmedPrice} -> 'raw' = excluded.price_raw
    then (${confirmedPrice} ->> 'price')::bigint else excluded.price end`,
)

/** The date of the consent is kept as long as the source reports a consent. */
const consentedAt = sql`case when excluded.is_verified then coalesce(${directoryInvestors.consentedAt}, now()) end`

/** Lists the records, also those that had been unlisted. */
export async function upsertInvestors(db: Queryable, records: ListedRecord[]) {
  for (const chunk of chunksOf(records)) {
    await db
      .insert(directoryInvestors)
      .values(chunk.map((record) => ({ ...record, unlistedAt: null, consentedAt: record.isVerified ? sql`now()` : null })))
      .onConflictDoUpdate({
        target: directoryInvestors.id,
        set: { ...takenOver, price, consentedAt, updatedAt: sql`now()` },
        setWhere: not(isManual),
      })
  }
}

export async function unlistInvestors(db: Queryable, ids: VcId[]) {
  if (ids.length === 0) return
  await db
    .update(directoryInvestors)
    .set({ unlistedAt: sql`now()`, updatedAt: sql`now()` })
    .where(inArray(directoryInvestors.id, idList(ids)))
}

/** Clears `replacedBy` of replaced records that vanished from the source, so that a revocation does not list them again. */
export async function forgetVanishedReplaced(db: Queryable, received: VcId[]) {
  const { id, replacedBy } = directoryInvestors
  await db
    .update(directoryInvestors)
    .set({ replacedBy: null })
    .where(and(isNotNull(replacedBy), not(isManual), not(inArray(id, idList(received)))))
}

/** Replaces a source's quarantine with these records; a record that is now listed is removed, regardless of its source. */
export async function replaceQuarantine(db: Queryable, source: string, records: QuarantinedRecord[], listed: VcId[]) {
  for (const chunk of chunksOf(records)) {
    await db
      .insert(importQuarantine)
      .values(chunk.map((record) => ({ ...record, source, raw: record.raw ?? sql`'null'::jsonb` })))
      .onConflictDoUpdate({
        target: importQuarantine.id,
        set: { source, reason: sql`excluded.reason`, raw: sql`excluded.raw` },
      })
  }
  const kept = idList(records.map((record) => record.id))
  const gone = and(eq(importQuarantine.source, source), not(inArray(importQuarantine.id, kept)))
  await db.delete(importQuarantine).where(or(gone, inArray(importQuarantine.id, idList(listed))))
}

/** The latest run of a source, in any status. */
export async function findLatestRun(db: Queryable, source: string) {
  const [run] = await db.select().from(importRuns).where(eq(importRuns.source, source)).orderBy(desc(importRuns.id)).limit(1)
  return run
}

/** The run of a source that was applied last. */
export async function findLastApplied(db: Queryable, source: string): Promise<string | undefined> {
  const isApplied = and(eq(importRuns.source, source), eq(importRuns.status, 'applied'))
  const [run] = await db.select({ id: importRuns.id }).from(importRuns).where(isApplied).orderBy(desc(importRuns.id)).limit(1)
  return run?.id
}

/** Writes a run, or overwrites the run that it repeats or applies. */
export async function writeImportRun(db: Queryable, run: typeof importRuns.$inferInsert) {
  const { createdAt: _, ...again } = run
  await db
    .insert(importRuns)
    .values(run)
    .onConflictDoUpdate({ target: importRuns.id, set: { ...again, seenAt: sql`clock_timestamp()` } })
}

export const listSuppressions = async (db: Queryable) =>
  (await db.select({ key: suppressions.key }).from(suppressions)).map(({ key }) => key)

export async function insertSuppressions(tx: Transaction, keys: string[]) {
  await tx
    .insert(suppressions)
    .values(keys.map((key) => ({ key })))
    .onConflictDoNothing()
}

export const listQuarantined = (db: Queryable) =>
  db.select({ id: importQuarantine.id, raw: importQuarantine.raw }).from(importQuarantine)

export async function deleteQuarantined(tx: Transaction, ids: string[]) {
  if (ids.length > 0) await tx.delete(importQuarantine).where(inArray(importQuarantine.id, idList(ids)))
}

/** Records whose investor is on the platform with an account and a valid claim: no import lists them. */
export async function listReplaced(db: Queryable): Promise<VcId[]> {
  const rows = await db
    .select({ id: vcs.replacesId })
    .from(vcs)
    .where(and(holdsPlace, isNotNull(vcs.replacesId)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** Records that an admin has merged into another one, each with the one that stays: no import lists them. */
export async function listMerged(db: Queryable): Promise<Map<VcId, VcId>> {
  const { id, mergedInto } = directoryInvestors
  const rows = await db.select({ id, mergedInto }).from(directoryInvestors).where(isNotNull(mergedInto))
  return new Map(rows.flatMap(({ id, mergedInto }) => (mergedInto ? [[id, mergedInto]] : [])))
}

/** The records that were merged into these. */
export async function listMergedInto(db: Queryable, ids: readonly VcId[]): Promise<VcId[]> {
  if (ids.length === 0) return []
  const { id, mergedInto } = directoryInvestors
  return (await db.select({ id }).from(directoryInvestors).where(inArray(mergedInto, ids)).orderBy(id)).map((row) => row.id)
}

/** A record, locked until the transaction ends. */
export async function lockListed(tx: Transaction, id: VcId) {
  const [row] = await tx.select().from(directoryInvestors).where(eq(directoryInvestors.id, id)).for('update')
  return row
}

export async function deleteStatsOf(tx: Transaction, id: VcId) {
  await tx.delete(investorStats).where(eq(investorStats.id, id))
}

export async function deleteListed(tx: Transaction, id: VcId) {
  await tx.delete(directoryInvestors).where(eq(directoryInvestors.id, id))
  await deleteStatsOf(tx, id)
  await tx.delete(importQuarantine).where(eq(importQuarantine.id, id))
}
