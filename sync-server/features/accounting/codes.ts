import type { Database, Queryable } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { versionConflict } from '#server/features/admin/decision.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { ACCOUNT_KINDS, DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import type { AccountCodes, AdminCodes, ChangeCodes } from '#shared/accounting/contract.ts'
import type { AccountKind } from '#shared/ledger/account.ts'
import { listCodes, lockCodes, saveCodes } from './queries.ts'

/** The code of every account: the owner's, or the default. */
export async function readCodes(db: Queryable): Promise<AccountCodes> {
  const stored = await listCodes(db)
  return { ...DEFAULT_CODES, ...Object.fromEntries(stored.map(({ account, code }) => [account, code])) }
}

export const showCodes = async ({ db }: { db: Database }): Promise<AdminCodes> => present(await readCodes(db))

const present = (codes: AccountCodes): AdminCodes => ({ codes, version: docVersion(codes) })

/**
 * Replaces the codes. The entry of the audit log has those that changed. A change of nothing leaves no trace.
 *
 * @throws Problem `review.moved-on` with the current codes when they are not what the owner saw
 */
export const changeCodes = ({ db }: { db: Database }, owner: Account, { version, codes }: ChangeCodes): Promise<AdminCodes> =>
  db.transaction(async (tx) => {
    await lockCodes(tx)
    await lockCaller(tx, { principalId: owner.principalId, account: owner })
    const before = await readCodes(tx)
    const seen = present(before)
    if (seen.version !== version) throw versionConflict(seen)
    const after: AccountCodes = { ...codes, tax_payable: codes.tax_payable ?? before.tax_payable }
    const changed = ACCOUNT_KINDS.filter((account) => before[account] !== after[account])
    if (changed.length === 0) return seen
    await saveCodes(
      tx,
      changed.map((account) => ({ account, code: after[account] })),
    )
    await writeAuditEntry(tx, {
      actorId: owner.id,
      action: 'changed',
      targetType: 'accounting',
      targetId: 'account-codes',
      before: partsOf(before, changed),
      after: partsOf(after, changed),
    })
    return present({ ...before, ...after })
  })

const partsOf = (codes: AccountCodes, accounts: AccountKind[]) =>
  Object.fromEntries(accounts.map((account) => [account, codes[account]]))
