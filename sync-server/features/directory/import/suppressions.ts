import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import type { ImportedRecord } from '#shared/listing-import/normalise-record.ts'
import { type Recognisable, suppressionKeys } from '#shared/listing-import/suppression-keys.ts'
import { identifyRecord } from './normalise-records.ts'
import {
  deleteListed,
  deleteQuarantined,
  insertSuppressions,
  listMerged,
  listMergedInto,
  listQuarantined,
  listReplaced,
  listSuppressions,
  lockImports,
  lockListed,
} from './queries.ts'

/** Waits until no import runs. */
/** Other features never import queries. */
export { listMergedInto, lockImports }

const seal = (keyring: Keyring, record: Recognisable) =>
  Promise.all(suppressionKeys(record).map((key) => keyring.sign('suppression', key)))

/**
 * The records of an import that may be listed: neither removed at the person's request, nor replaced by a listing of an account, nor
 * merged into another record.
 */
export async function withoutSuppressed<Record extends ImportedRecord>(
  tx: Transaction,
  keyring: Keyring,
  listed: Map<VcId, Record>,
) {
  const keys = new Set(await listSuppressions(tx))
  const replaced = new Set([...(await listReplaced(tx)), ...(await listMerged(tx)).keys()])
  const kept = new Map<VcId, Record>()
  for (const [id, record] of listed) {
    const isSuppressed = keys.size > 0 && (await seal(keyring, record)).some((key) => keys.has(key))
    if (!isSuppressed && !replaced.has(id)) kept.set(id, record)
  }
  return kept
}

/** The records that belong to no removed person: what is kept for admins to review must contain no data of a removed person. */
export async function unsuppressedRecords<Record extends { raw: unknown }>(
  db: Queryable,
  keyring: Keyring,
  records: Record[],
  keys?: string[],
): Promise<Record[]> {
  const removed = new Set(keys ?? (await listSuppressions(db)))
  const kept: Record[] = []
  for (const record of records) {
    const person = removed.size > 0 ? identifyRecord(record.raw) : undefined
    if (!person || !(await seal(keyring, person)).some((key) => removed.has(key))) kept.push(record)
  }
  return kept
}

/** The people who have not requested removal. */
export async function notSuppressed<Person extends Recognisable>(
  db: Queryable,
  keyring: Keyring,
  people: Person[],
): Promise<Person[]> {
  const keys = new Set(await listSuppressions(db))
  if (keys.size === 0) return people
  const keysOfPeople = await Promise.all(people.map((person) => seal(keyring, person)))
  return people.filter((_, at) => !keysOfPeople[at]?.some((key) => keys.has(key)))
}

async function addSuppression(tx: Transaction, keyring: Keyring, person: Recognisable) {
  const keys = await seal(keyring, person)
  await insertSuppressions(tx, keys)
  const quarantined = await listQuarantined(tx)
  const kept = new Set(await unsuppressedRecords(tx, keyring, quarantined, keys))
  await deleteQuarantined(
    tx,
    quarantined.filter((record) => !kept.has(record)).map(({ id }) => id),
  )
}

/**
 * Excludes a person from every future listing. Takes the import lock, because a running import has already read the suppressions.
 */
export async function suppress(tx: Transaction, keyring: Keyring, person: Recognisable) {
  await lockImports(tx)
  await addSuppression(tx, keyring, person)
}

/**
 * Removes a record from the listing permanently, and the records that were merged into it: the rows and all copies of the contact
 * are deleted, and no import adds them again. Purchases stay in the ledger.
 *
 * @returns the deleted row; `undefined` when it does not exist
 */
export async function withdrawListed(tx: Transaction, keyring: Keyring, id: VcId) {
  // A running import has already read the suppressions.
  await lockImports(tx)
  const row = await lockListed(tx, id)
  if (!row) return undefined
  for (const merged of await listMergedInto(tx, [id])) await forgetRecord(tx, keyring, await lockListed(tx, merged))
  await forgetRecord(tx, keyring, row)
  return row
}

async function forgetRecord(tx: Transaction, keyring: Keyring, row: Awaited<ReturnType<typeof lockListed>>) {
  if (!row) return
  const { id, raw, isManual } = row
  await addSuppression(tx, keyring, row)
  // An admin may have edited what the source still calls the person.
  const inSource = isManual ? undefined : identifyRecord({ id, fields: raw })
  if (inSource) await addSuppression(tx, keyring, inSource)
  await deleteListed(tx, id)
}
