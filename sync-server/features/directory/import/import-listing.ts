import { openKeyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { announceTotal } from '#server/features/directory/extent/queries.ts'
import { requestExtent } from '#server/features/directory/extent/refresh-extent.ts'
import { Problem } from '#shared/problem.ts'
import { type QuarantinedRecord, sortRecords } from './normalise-records.ts'
import {
  findLastApplied,
  findLatestRun,
  forgetVanishedReplaced,
  listMerged,
  listStanding,
  lockImports,
  replaceQuarantine,
  unlistInvestors,
  upsertInvestors,
  writeImportRun,
} from './queries.ts'
import { unsuppressedRecords, withoutSuppressed } from './suppressions.ts'

/** A source that suddenly lacks this share of the listing has more likely failed than removed it deliberately. */
const SUSPICIOUS_SHARE = 1 / 5

export type ImportRequest = {
  /** Source of the records: `airtable`, `file`, `demo`. */
  source: string
  /** All records: missing ones are unlisted. */
  records: readonly unknown[]
  /** An admin has confirmed that the listing really shrank. */
  confirm?: boolean
  /** The run of the source that was applied last when reading the records began. Absent for records that have no newer version. */
  readAfter?: { run: string | undefined }
}

/** Another run of the source was applied while the records were read: they may be older than what it has listed. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** received = added + changed + unchanged + quarantined + suppressed; unlisted records are not among the received ones. */
export type ImportCounts = {
  received: number
  added: number
  changed: number
  unchanged: number
  unlisted: number
  quarantined: number
  suppressed: number
}

export type ImportOutcome = ImportCounts & { quarantine: QuarantinedRecord[] }

/**
 * Replaces the directory with the external listing, in one transaction, and records the run.
 *
 * Unchanged records are not written, so no device is notified. Vanished records are unlisted but kept, because buyers keep what
 * they bought. Records that were created by hand, and fields that an admin has edited, stay as they are. A record that an admin has
 * merged into another one is not listed, and keeps the other one listed. Imports are serialised across all nodes.
 *
 * @throws Problem `imports.shrunk` when a fifth of the listing or more would vanish without a confirmation of exactly that;
 *   nothing was changed
 * @throws Overtaken when a later run than that of `readAfter` was applied; nothing was changed
 */
export async function importListing(
  { db }: { db: Database },
  { source, records, confirm = false, readAfter }: ImportRequest,
): Promise<ImportOutcome> {
  const { listed: candidates, quarantined: unusable } = await sortRecords(records)
  const keyring = await openKeyring(db)

  const { status, counts, quarantined, note } = await db.transaction(async (tx) => {
    await lockImports(tx)
    if (readAfter && (await findLastApplied(tx, source)) !== readAfter.run)
      throw new Overtaken(`Another import of ${source} was applied while its records were read.`)
    const listed = await withoutSuppressed(tx, keyring, candidates)
    const quarantined = await unsuppressedRecords(tx, keyring, unusable)
    const existing = new Map((await listStanding(tx)).map((row) => [row.id, row]))
    const rows = [...listed.values()]
    const added = rows.filter((row) => !existing.has(row.id))
    const changed = rows.filter((row) => {
      const known = existing.get(row.id)
      return known !== undefined && (known.sourceHash !== row.sourceHash || !known.isListed)
    })
    const current = [...existing.values()].filter((row) => row.isListed)
    const imported = current.filter((row) => !row.isManual)
    // A source that has two records of a person may drop the one that stays.
    const stillThere = new Set([...(await listMerged(tx))].flatMap(([id, into]) => (candidates.has(id) ? [into] : [])))
    const vanished = imported
      .filter((row) => !listed.has(row.id) && !stillThere.has(row.id))
      .map((row) => row.id)
      .sort()

    const counts: ImportCounts = {
      received: records.length,
      added: added.length,
      changed: changed.length,
      unchanged: rows.length - added.length - changed.length,
      unlisted: vanished.length,
      quarantined: quarantined.length,
      // Of two records with one id the earlier is among the unusable ones.
      suppressed: candidates.size - listed.size + unusable.length - quarantined.length,
    }
    const isSuspicious = vanished.length > 0 && vanished.length >= imported.length * SUSPICIOUS_SHARE
    // A repeated identical loss is the same question: it is asked once, and one confirmation answers it.
    const latest = await findLatestRun(tx, source)
    const previousRun =
      isSuspicious && latest && latest.status !== 'applied' && isSame(latest.missing, vanished) ? latest : undefined
    const status = isSuspicious && !confirm && previousRun?.status !== 'confirmed' ? 'refused' : 'applied'
    if (status === 'applied') {
      await announceTotal(tx, { total: current.length + added.length, onDevices: current.length })
      await requestExtent(tx)
      await upsertInvestors(tx, [...added, ...changed])
      await unlistInvestors(tx, vanished)
      await forgetVanishedReplaced(tx, [...candidates.keys()])
      await replaceQuarantine(tx, source, uniqueById(quarantined), [...listed.keys()])
    }
    const note = isSuspicious
      ? `Import would remove ${vanished.length} of ${imported.length} records (limit ${SUSPICIOUS_SHARE * 100} %)`
      : null
    const missing = status === 'refused' ? vanished : []
    const repeats = previousRun && status === 'refused' ? previousRun.repeats + 1 : (previousRun?.repeats ?? 0)
    await writeImportRun(tx, { id: previousRun?.id ?? newId('imp'), source, status, ...counts, note, missing, repeats })
    return { status, counts, quarantined, note }
  })

  // Thrown after the transaction, so that the record of the rejected run is committed.
  if (status === 'refused') throw new Problem('imports.shrunk', `${note}. Confirm to import it anyway.`)
  return { ...counts, quarantine: quarantined }
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id, at) => id === others[at])

/** One statement cannot write a row twice: of equal records, and of several nameless ones under one id, the last is kept. */
const uniqueById = (records: QuarantinedRecord[]) => [...new Map(records.map((record) => [record.id, record])).values()]
