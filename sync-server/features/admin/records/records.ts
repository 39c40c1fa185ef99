import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import {
  changeRecord,
  createRecord,
  followSource,
  lockRecord,
  type RecordRow,
  setListed,
} from '#server/features/directory/change-record.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { recordFieldLabels } from '#shared/admin/record-labels.ts'
import {
  type AdminRecord,
  type CreateRecord,
  type EditRecord,
  type FollowSource,
  RECORD_CONTACT,
  RECORD_FACTS,
  type ReplaceRecordContact,
  type SetListed,
} from '#shared/admin/records.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { safeUrl } from '#shared/url.ts'

export type RecordDeps = { db: Database; keyring: Keyring; now: () => Date }

const factsOf = (row: RecordRow) => Object.fromEntries(RECORD_FACTS.map((field) => [field, row[field]])) as AdminRecord['facts']

/** Covers everything that is decided about, contact details included. */
export const versionOf = (row: RecordRow) =>
  docVersion({
    ...factsOf(row),
    ...Object.fromEntries(RECORD_CONTACT.map((field) => [field, row[field]])),
    ...{ edited: row.editedFields, isListed: row.unlistedAt === null, replacedBy: row.replacedBy, mergedInto: row.mergedInto },
  })

/** Contact details are left out: what is not sent cannot leak. */
export const present = (row: RecordRow): AdminRecord => ({
  id: row.id,
  version: versionOf(row),
  facts: { ...factsOf(row), fundWebsite: safeUrl(row.fundWebsite) ?? null },
  given: RECORD_CONTACT.filter((field) => Boolean(row[field])),
  edited: row.editedFields,
  isManual: row.isManual,
  isListed: row.unlistedAt === null,
  replacedBy: row.replacedBy,
  mergedInto: row.mergedInto,
})

async function lock(tx: Transaction, id: VcId): Promise<RecordRow> {
  const row = await lockRecord(tx, id)
  if (!row) throw new Problem('not-found')
  return row
}

/** @throws Problem `not-found` */
export const readRecord = ({ db }: Pick<RecordDeps, 'db'>, id: VcId): Promise<AdminRecord> =>
  db.transaction(async (tx) => present(await lock(tx, id)))

type Recorded = { action: string; before: object; after: object }

/**
 * Decides about a record: the change and its audit entry commit together. A decision that changes nothing leaves no trace.
 *
 * @throws Problem `not-found`, `review.moved-on` when the record is not what the admin saw, `records.merged`
 */
const decide = (
  { db }: RecordDeps,
  admin: Account,
  id: VcId,
  version: number,
  apply: (tx: Transaction, row: RecordRow) => Promise<Recorded | undefined>,
): Promise<AdminRecord> =>
  db.transaction(async (tx) => {
    const row = await lock(tx, id)
    const current = versionOf(row)
    if (version !== current) throw new Problem('review.moved-on', undefined, undefined, { version: current })
    if (row.mergedInto !== null) throw new Problem('records.merged')
    const recorded = await apply(tx, row)
    if (recorded) await writeAuditEntry(tx, { actorId: admin.id, targetType: 'listing', targetId: id, ...recorded })
    return present(await lock(tx, id))
  })

export const namesOf = (fields: readonly (keyof typeof recordFieldLabels)[]) =>
  fields.map((field) => recordFieldLabels[field]).join(', ')

/** Changes public fields. The log has them before and after. @throws Problem as `decide` and `changeRecord` */
export const editRecord = (deps: RecordDeps, admin: Account, id: VcId, { change: edit, reason, version }: EditRecord) =>
  decide(deps, admin, id, version, async (tx, row) => {
    const change = await changeRecord(tx, deps, row, edit)
    const fields = RECORD_FACTS.filter((field) => field in change)
    if (fields.length === 0) return undefined
    const before = Object.fromEntries(fields.map((field) => [field, row[field]]))
    return { action: 'edited', before: { ...before, note: null }, after: { ...change, note: reason } }
  })

/** Replaces contact details. The log has the names of the fields, and none of their values. */
export const replaceRecordContact = (
  deps: RecordDeps,
  admin: Account,
  id: VcId,
  { change: edit, reason, version }: ReplaceRecordContact,
) =>
  decide(deps, admin, id, version, async (tx, row) => {
    const change = await changeRecord(tx, deps, row, edit)
    const fields = RECORD_CONTACT.filter((field) => field in change)
    if (fields.length === 0) return undefined
    const after = { fields: namesOf(fields), note: reason }
    return { action: 'replaced contact details', before: { fields: null, note: null }, after }
  })

/** Lets every edited field follow the source again. */
export const followSourceAgain = (deps: RecordDeps, admin: Account, id: VcId, { reason, version }: FollowSource) =>
  decide(deps, admin, id, version, async (tx, row) => {
    const change = await followSource(tx, row)
    if (!change) return undefined
    const fields = Object.keys(change) as (keyof typeof change)[]
    return {
      action: 'followed the source',
      before: { fields: namesOf(fields), note: null },
      after: { fields: null, note: reason },
    }
  })

/** Takes a record that was created by hand off the directory, or puts it back. */
export const listRecord = (deps: RecordDeps, admin: Account, id: VcId, { isListed, reason, version }: SetListed) =>
  decide(deps, admin, id, version, async (tx, row) =>
    (await setListed(tx, deps.now(), row, isListed))
      ? {
          action: isListed ? 'listed' : 'unlisted',
          before: { isListed: !isListed, note: null },
          after: { isListed, note: reason },
        }
      : undefined,
  )

/** Creates a record by hand. @throws Problem as `createRecord` of the directory */
export const addRecord = (deps: RecordDeps, admin: Account, { reason, ...given }: CreateRecord): Promise<AdminRecord> =>
  deps.db.transaction(async (tx) => {
    const id = await createRecord(tx, deps, given)
    await writeAuditEntry(tx, {
      ...{ actorId: admin.id, action: 'created', targetType: 'listing', targetId: id },
      ...{ before: null, after: { ...given.facts, note: reason } },
    })
    return present(await lock(tx, id))
  })
