import { openKeyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { Problem } from '#shared/problem.ts'
import { type QuarantinedRecord, sortRecords } from './normalise-records.ts'
import {
  findLatestRun,
  forgetVanishedReplaced,
  listStanding,
  lockImports,
  replaceQuarantine,
  unlistInvestors,
  upsertInvestors,
  writeImportRun,
} from './queries.ts'
import { unsuppressedRecords, withoutSuppressed } from './suppressions.ts'

/** A source that lost this part of the listing at once has more likely failed than changed its mind. */
const SUSPICIOUS_SHARE = 1 / 5

export type ImportRequest = {
  /** Where the records come from: `airtable`, `file`, `demo`. */
  source: string
  /** All of them: whoever is missing is unlisted. */
  records: readonly unknown[]
  /** A person has looked, and the listing really shrank. */
  confirm?: boolean
}

/** received = added + changed + unchanged + quarantined + suppressed; the unlisted are none of the received. */
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
 * Makes the directory equal to the external listing, in one transaction, and records the run.
 *
 * An unchanged record is not written, so no device hears of it. Who vanished is
 * unlisted and kept, because buyers keep what they bought. Imports wait for one
 * another, on every node.
 *
 * @throws Problem `imports.shrunk` when a fifth of the listing or more would go and nobody confirmed exactly that; nothing was changed
 */
export async function importListing(
  { db }: { db: Database },
  { source, records, confirm = false }: ImportRequest,
): Promise<ImportOutcome> {
  const { listed: given, quarantined: unusable } = await sortRecords(records)
  const keyring = await openKeyring(db)

  const { status, counts, quarantined } = await db.transaction(async (tx) => {
    await lockImports(tx)
    const listed = await withoutSuppressed(tx, keyring, given)
    const quarantined = await unsuppressedRecords(tx, keyring, unusable)
    const standing = new Map((await listStanding(tx)).map((row) => [row.id, row]))
    const rows = [...listed.values()]
    const added = rows.filter((row) => !standing.has(row.id))
    const changed = rows.filter((row) => {
      const known = standing.get(row.id)
      return known !== undefined && (known.sourceHash !== row.sourceHash || !known.isListed)
    })
    const current = [...standing.values()].filter((row) => row.isListed)
    const vanished = current
      .filter((row) => !listed.has(row.id))
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
      suppressed: given.size - listed.size + unusable.length - quarantined.length,
    }
    const isSuspicious = vanished.length > 0 && vanished.length >= current.length * SUSPICIOUS_SHARE
    // The same loss again is the same question: asked once, and answered by whoever confirmed it.
    const latest = await findLatestRun(tx, source)
    const asked = isSuspicious && latest && latest.status !== 'applied' && isSame(latest.missing, vanished) ? latest : undefined
    const status = isSuspicious && !confirm && asked?.status !== 'confirmed' ? 'refused' : 'applied'
    if (status === 'applied') {
      await upsertInvestors(tx, [...added, ...changed])
      await unlistInvestors(tx, vanished)
      await forgetVanishedReplaced(tx, [...given.keys()])
      await replaceQuarantine(tx, source, uniqueById(quarantined), [...listed.keys()])
    }
    const note = isSuspicious ? `${vanished.length} of ${current.length} listed records are missing` : null
    const missing = status === 'refused' ? vanished : []
    const repeats = asked && status === 'refused' ? asked.repeats + 1 : (asked?.repeats ?? 0)
    await writeImportRun(tx, { id: asked?.id ?? newId('imp'), source, status, ...counts, note, missing, repeats })
    return { status, counts, quarantined }
  })

  // Thrown only now: the record of the refused run is committed.
  if (status === 'refused') throw new Problem('imports.shrunk')
  return { ...counts, quarantine: quarantined }
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id, at) => id === others[at])

/** One statement cannot write a row twice: of equal records, and of several without a name under one id, the last stays. */
const uniqueById = (records: QuarantinedRecord[]) => [...new Map(records.map((record) => [record.id, record])).values()]
