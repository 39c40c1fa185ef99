import { createHash } from 'node:crypto'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import {
  type CreateRecord,
  type EditRecord,
  RECORD_CONTACT,
  RECORD_FACTS,
  type ReplaceRecordContact,
} from '#shared/admin/records.ts'
import type { VcId } from '#shared/ids.ts'
import { normaliseListing } from '#shared/listing-import/normalise-record.ts'
import { Problem } from '#shared/problem.ts'
import { announceTotal, countPlaces } from './extent/queries.ts'
import { requestExtent } from './extent/refresh-extent.ts'
import { lockImports, notSuppressed } from './import/suppressions.ts'
import { findSimilar, insertRecord, lockRecord, type RecordRow, updateRecord } from './record-queries.ts'

export type { RecordRow }
export { lockRecord }

type ChangeDeps = { keyring: Keyring; now: () => Date }
type Change = EditRecord['change'] & ReplaceRecordContact['change']

/** The fields that an admin may edit, public and of the contact. */
const EDITABLE = [...RECORD_FACTS, ...RECORD_CONTACT] as const

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Changes fields of a record. From then on an import leaves them as they are: see `upsertInvestors`.
 *
 * @returns the changed fields
 * @throws Problem `records.removed-person`, `records.source-decides`
 */
export async function changeRecord(tx: Transaction, { keyring, now }: ChangeDeps, row: RecordRow, edit: Change): Promise<Change> {
  const fields = EDITABLE.filter((field) => field in edit && !isSame(edit[field], row[field]))
  if (fields.length === 0) return {}
  if (fields.includes('isVerified') && !row.isManual) throw new Problem('records.source-decides')
  const change: Change = Object.fromEntries(fields.map((field) => [field, edit[field]]))
  await assertNotRemoved(tx, keyring, { ...row, ...change })
  await updateRecord(tx, row.id, {
    ...withKind({ ...row, ...change }),
    ...change,
    ...(change.isVerified !== undefined && agreementOf(change.isVerified, now())),
    editedFields: [...new Set([...row.editedFields, ...fields])].sort(),
  })
  return change
}

/** One of the two badges always applies; a record with neither counts as a fund. */
const withKind = ({ isAngel, isVentureCapital }: Pick<RecordRow, 'isAngel' | 'isVentureCapital'>) => ({
  isVentureCapital: isVentureCapital || !isAngel,
})

const agreementOf = (hasAgreed: boolean, now: Date) => ({ hasAgreed, consentedAt: hasAgreed ? now : null })

type Person = Pick<RecordRow, 'id' | 'name' | 'email' | 'telegram' | 'linkedinUrl'>

/** A person who was removed at their request is listed by no other way. */
async function assertNotRemoved(tx: Transaction, keyring: Keyring, person: Person) {
  if ((await notSuppressed(tx, keyring, [person])).length === 0) throw new Problem('records.removed-person')
}

/** Sets every edited field to the value of the source. @returns the values; `undefined` when no field was edited, or no source has it */
export async function followSource(tx: Transaction, row: RecordRow): Promise<Change | undefined> {
  if (row.isManual || row.editedFields.length === 0) return undefined
  const source = normaliseListing({ id: row.id, fields: row.raw }, (text) => createHash('sha256').update(text).digest('hex'))
  if (!('listed' in source)) return undefined
  const fields = EDITABLE.filter((field) => row.editedFields.includes(field))
  const change = Object.fromEntries(fields.map((field) => [field, source.listed[field]])) as Change
  const confirmed = row.confirmedPrice && isSame(row.confirmedPrice.raw, row.priceRaw) ? row.confirmedPrice : undefined
  const price = fields.includes('price') && confirmed ? { price: confirmed.price } : {}
  await updateRecord(tx, row.id, { ...change, ...price, editedFields: [] })
  return change
}

/** @throws Problem `records.source-decides` for a record that a source has */
export async function setListed(tx: Transaction, now: Date, row: RecordRow, isListed: boolean): Promise<boolean> {
  if (!row.isManual || row.replacedBy !== null) throw new Problem('records.source-decides')
  if ((row.unlistedAt === null) === isListed) return false
  await updateRecord(tx, row.id, { unlistedAt: isListed ? null : now })
  await requestExtent(tx)
  return true
}

/**
 * Lists an investor without an account. No import changes or unlists the record, and its person is notified as every listed one.
 *
 * @throws Problem `records.removed-person`, and `records.similar` with the similar record unless the admin has seen it
 */
export async function createRecord(
  tx: Transaction,
  { keyring, now }: ChangeDeps,
  { facts, contact, isAnother }: Omit<CreateRecord, 'reason'>,
): Promise<VcId> {
  // An import that runs has already read the records that it compares.
  await lockImports(tx)
  const blank = Object.fromEntries(RECORD_CONTACT.map((field) => [field, null])) as Record<(typeof RECORD_CONTACT)[number], null>
  const person = { id: newId<VcId>('dir'), ...blank, ...contact, name: facts.name, fund: facts.fund ?? null }
  await assertNotRemoved(tx, keyring, person)
  const similar = isAnother ? undefined : await findSimilar(tx, person)
  if (similar) throw new Problem('records.similar', `${similar.name} (${similar.id}) may be the same person.`, undefined, similar)
  const { onDevices, elsewhere } = await countPlaces(tx)
  await announceTotal(tx, { total: onDevices + elsewhere + 1, onDevices })
  const { isVerified = false, isAngel = false, isVentureCapital = false, ...texts } = facts
  await insertRecord(tx, {
    ...{ ...texts, ...person, isVerified, isAngel },
    ...withKind({ isAngel, isVentureCapital }),
    ...agreementOf(isVerified, now()),
    ...{ isManual: true, raw: {}, sourceHash: 'by hand' },
  })
  await requestExtent(tx)
  return person.id
}
