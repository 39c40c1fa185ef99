import Papa from 'papaparse'
import type { Database } from '#server/database/client.ts'
import { nameOf } from '#server/features/admin/account-name.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import { type AuditExport, type AuditFilter, MAX_EXPORTED } from '#shared/admin/audit.ts'
import { readableTargets } from '#shared/admin/rights.ts'
import { FORMULA } from '#shared/earnings/statement.ts'
import { listForExport } from './audit-queries.ts'

const columns = ['entry', 'time (UTC)', 'admin', 'admin id', 'action', 'kind', 'target', 'target id', 'before', 'after', 'undoes']

/**
 * The entries that match, as a file. The export is recorded with its filter, after the entries of the file. Cells that a
 * spreadsheet would execute as a formula are quoted.
 */
export const exportAudit = ({ db }: { db: Database }, admin: Account, filter: AuditFilter): Promise<AuditExport> =>
  db.transaction(async (tx) => {
    const kinds = readableTargets(admin.session.roles)
    const found = await listForExport(tx, { filter, kinds, limit: MAX_EXPORTED + 1 })
    const rows = found.slice(0, MAX_EXPORTED)
    const after = { ...filter, entries: rows.length }
    await writeAuditEntry(tx, {
      actorId: admin.id,
      action: 'exported',
      targetType: 'audit-log',
      targetId: 'audit-log',
      before: {},
      after,
    })
    const data = rows.map(({ entry, actor, targetName }) => [
      entry.id,
      entry.createdAt.toISOString(),
      actor ? nameOf(actor) : '',
      entry.actorId ?? '',
      entry.action,
      entry.targetType,
      targetName ?? '',
      entry.targetId,
      asText(entry.before),
      asText(entry.after),
      entry.undoes ?? '',
    ])
    const csv = Papa.unparse({ fields: columns, data }, { escapeFormulae: FORMULA })
    return { csv, entries: rows.length, isCut: found.length > rows.length }
  })

const asText = (state: unknown) => (state === null ? '' : JSON.stringify(state))
