import { Download } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AccountingMonth } from '#shared/accounting/contract.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import { exportLedger, readMonth } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodesSection } from './codes-section.tsx'
import { MonthTotals } from './month-totals.tsx'

type Props = { roles: readonly AdminRole[]; settle: Settle; busyWith: string | undefined }

/** The ledger of a month: its totals per account, and the file for accounting. */
export function AccountingSection({ roles, settle, busyWith }: Props) {
  const { shown, isFailed, load } = useMonth()
  const save = ({ month }: AccountingMonth) =>
    settle({ targetId: 'ledger', title: 'Ledger saved', sentence: 'The export is in the audit log.' }, async () =>
      saveFile(`latchkey-ledger-${month}.csv`, await exportLedger(month), 'text/csv'),
    )
  return (
    <>
      <section aria-labelledby="accounting" className="mb-12 max-w-3xl">
        <h2 id="accounting" className="border-b border-edge pb-2 text-2xl">
          Accounting
        </h2>
        <p className="py-5 text-soft">
          Every entry of the ledger in a month, in UTC, for your accounting program. The file names no person: investors are the
          ids of their listings.
        </p>
        {isFailed && (
          <p role="alert" className="pb-5 text-soft">
            Couldn’t load the month.{' '}
            <Button variant="outline" onClick={() => void load(shown?.month)}>
              Try again
            </Button>
          </p>
        )}
        {!shown && !isFailed && <Skeleton className="h-40 w-full" />}
        {shown && (
          <>
            <div className="flex flex-wrap items-end gap-3">
              <SelectField label="Month" value={shown.month} onChange={({ target }) => void load(target.value)} className="w-40">
                {shown.months.map((month) => (
                  <option key={month}>{month}</option>
                ))}
              </SelectField>
              <Button
                variant="outline"
                isBusy={busyWith === 'ledger'}
                disabled={!shown.isBalanced}
                onClick={() => void save(shown)}
              >
                <Download className="size-4" aria-hidden="true" />
                Save as CSV
              </Button>
            </div>
            <div aria-live="polite" className="py-4 text-sm text-soft">
              <p>
                {count(shown.rows, 'line', 'lines')} in {shown.month}.{' '}
                {!shown.isOver && 'This month is not over: its file grows until an hour after its end.'}
              </p>
              {!shown.isBalanced && (
                <p className="text-red">Debits and credits differ, so there is no file. See the failed checks under Ledger.</p>
              )}
            </div>
            <MonthTotals {...shown} />
          </>
        )}
      </section>
      <CodesSection {...{ roles, settle, busyWith }} onSaved={() => load(shown?.month)} />
    </>
  )
}

/** The chosen month. A reply that a later choice has superseded is ignored. */
function useMonth() {
  const [shown, setShown] = useState<AccountingMonth>()
  const [isFailed, setFailed] = useState(false)
  const latest = useRef(0)
  const load = useCallback(async (month?: string) => {
    setFailed(false)
    latest.current += 1
    const request = latest.current
    const isCurrent = () => request === latest.current
    await readMonth(month).then(
      (read) => isCurrent() && setShown(read),
      () => isCurrent() && setFailed(true),
    )
  }, [])
  useEffect(() => void load(), [load])
  return { shown, isFailed, load }
}
