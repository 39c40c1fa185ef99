import { readCompany } from '#server/company.ts'
import type { Database } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { versionConflict } from '#server/features/admin/decision.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { type AdminCompany, type ChangeCompany, COMPANY_FIELDS, type Company } from '#shared/company/contract.ts'
import { lockCompany, saveCompany } from './queries.ts'

export type CompanyDeps = { db: Database }

export const showCompany = async ({ db }: CompanyDeps): Promise<AdminCompany> => present(await readCompany(db))

const present = (company: Company): AdminCompany => ({ ...company, version: docVersion(company) })

/**
 * Replaces the data of the company. The entry of the audit log has the parts that changed. A change of nothing leaves no trace.
 *
 * @throws Problem `review.moved-on` with the current data when they are not what the owner saw
 */
export const changeCompany = ({ db }: CompanyDeps, owner: Account, { version, ...after }: ChangeCompany): Promise<AdminCompany> =>
  db.transaction(async (tx) => {
    await lockCompany(tx)
    await lockCaller(tx, { principalId: owner.principalId, account: owner })
    const before = await readCompany(tx)
    const seen = present(before)
    if (seen.version !== version) throw versionConflict(seen)
    const changed = COMPANY_FIELDS.filter((field) => before[field] !== after[field])
    if (changed.length === 0) return seen
    await saveCompany(tx, after)
    await writeAuditEntry(tx, {
      actorId: owner.id,
      action: 'changed',
      targetType: 'company',
      targetId: 'company',
      before: partsOf(before, changed),
      after: partsOf(after, changed),
    })
    return present(after)
  })

const partsOf = (company: Company, fields: (keyof Company)[]) =>
  Object.fromEntries(fields.map((field) => [field, company[field]]))
