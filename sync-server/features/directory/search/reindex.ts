import { inArray, sql } from 'drizzle-orm'
import { directoryInvestors, directorySearch, investorStats, vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { presentInvestor } from '#server/features/directory/present-investor.ts'
import { bothKinds, listListed, listPlatform, listStats } from '#server/features/directory/queries.ts'
import type { VcId } from '#shared/ids.ts'
import { type SearchRow, toSearchRow } from './search-row.ts'

/** Makes the search agree with these records: it has those that are listed and not on devices. */
export async function reindexInvestors(tx: Transaction, ids: readonly VcId[]): Promise<void> {
  if (ids.length === 0) return
  const listed = idList(ids)
  const records = bothKinds(
    await listPlatform(tx, inArray(vcs.id, listed)),
    await listListed(tx, inArray(directoryInvestors.id, listed)),
  )
  const stats = new Map((await listStats(tx, inArray(investorStats.id, listed))).map((row) => [row.id, row]))
  const rows = records
    .filter(({ isPublic, onDevices }) => isPublic && !onDevices)
    .map((record) => toSearchRow(presentInvestor(record), stats.get(record.id)))
  await tx.delete(directorySearch).where(inArray(directorySearch.id, listed))
  if (rows.length > 0) await insertRows(tx, rows)
}

async function insertRows(tx: Transaction, rows: SearchRow[]) {
  const list = (column: string) => sql.raw(`array(select jsonb_array_elements_text("${column}"))`)
  await tx.execute(sql`
    insert into directory_search (id, vc_type, is_verified, is_venture_capital, is_angel, stage_keys, sector_keys, place_words,
      name_words, fact_words, all_words, best_key, name_key, price_key, price_high_key, requests_key, replies_key, newest_key)
    select id, "vcType", "isVerified", "isVentureCapital", "isAngel", ${list('stageKeys')}, ${list('sectorKeys')},
      array_to_tsvector(${list('placeWords')}), array_to_tsvector(${list('nameWords')}), array_to_tsvector(${list('factWords')}),
      array_to_tsvector(${list('allWords')}), "bestKey", "nameKey", "priceKey", "priceHighKey", "requestsKey", "repliesKey",
      "newestKey"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, "vcType" text, "isVerified" boolean,
      "isVentureCapital" boolean, "isAngel" boolean, "stageKeys" jsonb, "sectorKeys" jsonb, "placeWords" jsonb, "nameWords" jsonb,
      "factWords" jsonb, "allWords" jsonb, "bestKey" text, "nameKey" text, "priceKey" bigint, "priceHighKey" bigint,
      "requestsKey" bigint, "repliesKey" bigint, "newestKey" bigint)`)
  // Ordered, so that two nodes never wait for each other.
  const words = [...new Set(rows.flatMap(({ factWords }) => factWords))].sort()
  await tx.execute(sql`
    insert into directory_words (word) select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) on conflict do nothing`)
}

/** Processes the oldest changes outside the part of the devices. @returns how many there were */
export async function drainSearchQueue(tx: Transaction, most: number): Promise<number> {
  const changed = await tx.execute<{ id: VcId }>(sql`
    delete from directory_search_queue where seq in (select seq from directory_search_queue order by seq limit ${most})
    returning vc_id as id`)
  await reindexInvestors(tx, [...new Set(changed.map(({ id }) => id))])
  return changed.length
}
