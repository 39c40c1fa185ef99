import { createHash } from 'node:crypto'
import type { VcId } from '#shared/ids.ts'
import { type ImportedRecord, LISTING_VERSION, normaliseListing } from '#shared/listing-import/normalise-record.ts'
import { sanitise } from '#shared/listing-import/sanitise-json.ts'
import type { Recognisable } from '#shared/listing-import/suppression-keys.ts'

export type ListedRecord = ImportedRecord & { sourceHash: string }
export type QuarantinedRecord = { id: string; reason: string; raw: ReturnType<typeof sanitise> }

/** Every record is in exactly one of the two, so their sizes add up to the number received. */
export type SortedRecords = { listed: Map<VcId, ListedRecord>; quarantined: QuarantinedRecord[] }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Normalises the records of one import. Of several with one id the last is listed and flagged, the others are quarantined. 10,000
 * records take most of a second, so the loop yields to the event loop.
 */
export async function sortRecords(records: readonly unknown[]): Promise<SortedRecords> {
  const pause = pauses()
  const listed = new Map<VcId, { row: ListedRecord; record: QuarantinedRecord['raw'] }>()
  const quarantined: QuarantinedRecord[] = []

  for (const source of records) {
    await pause()
    const record = sanitise(source)
    const text = JSON.stringify(record)
    const normalised = normaliseListing(source, sha256)
    if ('quarantined' in normalised) {
      quarantined.push({ id: normalised.id ?? `hash_${sha256(text)}`, reason: normalised.quarantined, raw: record })
      continue
    }
    const { listed: listing } = normalised
    const earlier = listed.get(listing.id)
    if (earlier) {
      quarantined.push({ id: `hash_${sha256(JSON.stringify(earlier.record))}`, reason: TWIN, raw: earlier.record })
      listing.flags.push({ field: 'id', reason: TWIN })
    }
    // Part of the hash: gaining or losing a twin changes the row's flags but not the record.
    const sourceHash = sha256(JSON.stringify([LISTING_VERSION, earlier !== undefined, text]))
    listed.set(listing.id, { row: { ...listing, sourceHash }, record })
  }
  return { listed: new Map([...listed].map(([id, { row }]) => [id, row])), quarantined }
}

/** The fields that identify a quarantined record; `undefined` when it has no id. */
export function identifyRecord(raw: unknown): Recognisable | undefined {
  const normalised = normaliseListing(raw, sha256)
  if ('listed' in normalised) return normalised.listed
  return normalised.id && { id: normalised.id, name: '', email: null, telegram: null, linkedinUrl: null }
}

const TWIN = 'another record of the same import has the same id'

/** Long enough to be worth yielding to the event loop, and too short to be noticed. */
const TURN_MS = 10

/** For work of many small pieces: awaited after each of them, it yields to the event loop once the time slice is used up. */
function pauses(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}
