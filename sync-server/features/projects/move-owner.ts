import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { reasonLabel } from '#shared/projects/report.ts'
import { joinTexts } from '#shared/sync/merge-text.ts'
import { deleteReport, lockClashingReports, type ReportRow, setReport, setReporter } from './report-queries.ts'

/** Transfers reports to another owner; where both reported one project, the account's report gets both texts. */
export async function moveReports(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const { guest, own } of await lockClashingReports(tx, from, to)) {
    const joined = joinReports(own, guest)
    if (joined) await setReport(tx, own.id, joined)
    await deleteReport(tx, guest.id)
  }
  await setReporter(tx, from, to)
}

/**
 * The text may exceed the limit of a submitted report: only admins read it. A decided report is reopened when the guest's report
 * was open and adds text.
 */
function joinReports(own: ReportRow, guest: ReportRow): Partial<ReportRow> | undefined {
  const text = joinTexts(own.text, textBeside(own, guest))
  if (text === own.text) return undefined
  const updatedAt = new Date(Math.max(own.updatedAt.getTime(), guest.updatedAt.getTime()))
  return { text, updatedAt, ...(guest.status === 'open' && { status: 'open', resolvedAt: null }) }
}

/** If the guest's reason differs from the account's, it becomes part of the text. */
function textBeside(own: ReportRow, { reason, text }: ReportRow): string {
  return reason === own.reason ? text : [reasonLabel(reason), text].filter(Boolean).join(': ')
}
