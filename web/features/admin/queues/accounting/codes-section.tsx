import { ACCOUNT_KINDS, accountLabels } from '#shared/accounting/accounts.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { readCodes } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import { CodesForm } from './codes-form.tsx'

type Props = {
  roles: readonly AdminRole[]
  settle: Settle
  busyWith: string | undefined
  onSaved: () => Promise<void>
}

/** The codes of the accounts. An owner changes them; finance reads them. */
export function CodesSection({ roles, settle: settleOne, busyWith, onSaved }: Props) {
  const { data: read, isFailed, load, settle: settleCodes } = useSection(readCodes, settleOne)
  const settle: Settle = async (...decision) => {
    const isDone = await settleCodes(...decision)
    await onSaved()
    return isDone
  }
  return (
    <section aria-labelledby="account-codes" className="max-w-2xl">
      <h2 id="account-codes" className="border-b border-edge pb-2 text-2xl">
        Account codes
      </h2>
      <p className="py-5 text-soft">
        As in your chart of accounts. A change is in the audit log, and in every file that is saved after it.
      </p>
      <SectionState of="the codes" isFailed={isFailed} isRead={read !== undefined} load={load} />
      {read && mayCall(roles, 'PATCH /api/admin/accounting/codes') && (
        <CodesForm key={read.version} read={read} settle={settle} busyWith={busyWith} />
      )}
      {read && !mayCall(roles, 'PATCH /api/admin/accounting/codes') && (
        <dl>
          {ACCOUNT_KINDS.map((account) => (
            <div key={account} className="flex justify-between gap-4 border-b border-rule py-2">
              <dt className="text-soft">{accountLabels[account]}</dt>
              <dd className="break-all">{read.codes[account]}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
