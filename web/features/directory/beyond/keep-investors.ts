import type { VcId } from '#shared/ids.ts'
import type { KeptInvestor, PrivateDatabase } from '#web/db/private-database.ts'
import { fetchInvestors, receivedInvestor } from './api.ts'

/** What is kept is requested again after this time, so that it follows its listing. */
const REFRESH_MS = 24 * 60 * 60 * 1000

/**
 * Keeps the public data of these investors on this device, and nothing else. What this page has received is kept at once; the rest is
 * requested where the server can be reached.
 *
 * @param wanted  saved and unlocked investors that the devices' part of the directory does not have
 */
export async function keepInvestors(
  db: PrivateDatabase,
  wanted: readonly VcId[],
  isOffline: boolean,
  now = Date.now(),
): Promise<void> {
  const kept = new Map((await db.keptInvestors.toArray()).map((row) => [row.id, row]))
  const isWanted = new Set(wanted)
  const unwanted = [...kept.keys()].filter((id) => !isWanted.has(id))
  if (unwanted.length > 0) await db.keptInvestors.bulkDelete(unwanted)
  const rowOf = (investor: KeptInvestor['investor']): KeptInvestor => ({ id: investor.id, investor, keptAt: now })
  const received = wanted.flatMap((id) => {
    const investor = kept.has(id) ? undefined : receivedInvestor(id)
    return investor ? [rowOf(investor)] : []
  })
  if (received.length > 0) await db.keptInvestors.bulkPut(received)
  if (isOffline) return

  const has = new Set(received.map(({ id }) => id))
  const due = wanted.filter((id) => !has.has(id) && now - (kept.get(id)?.keptAt ?? 0) > REFRESH_MS)
  if (due.length === 0) return
  const found = await fetchInvestors(due)
  const listed = new Set(found.map(({ id }) => id))
  await db.transaction('rw', db.keptInvestors, async () => {
    await db.keptInvestors.bulkPut(found.map(rowOf))
    // Not listed any more: an unlocked contact stays, with what was bought.
    await db.keptInvestors.bulkDelete(due.filter((id) => !listed.has(id)))
  })
}
