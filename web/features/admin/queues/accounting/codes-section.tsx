import { useCallback, useEffect, useState } from 'react'
import { ACCOUNT_KINDS, accountLabels } from '#shared/accounting/accounts.ts'
import type { AdminCodes } from '#shared/accounting/contract.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { readCodes } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodesForm } from './codes-form.tsx'

type Props = {
  roles: readonly AdminRole[]
  settle: Settle
  busyWith: string | undefined
  onSaved: () => Promise<void>
}

/** The codes of the accounts. An owner changes them; finance reads them. */
export function CodesSection({ roles, settle: settleOne, busyWith, onSaved }: Props) {
  const [read, setRead] = useState<AdminCodes>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    await readCodes().then(setRead, () => setFailed(true))
  }, [])
  useEffect(() => void load(), [load])
  const settle: Settle = async (...decision) => {
    const isDone = await settleOne(...decision)
    await Promise.all([load(), onSaved()])
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
      {isFailed && (
        <p role="alert" className="pb-5 text-soft">
          Couldn’t load the codes.{' '}
          <Button variant="outline" onClick={load}>
            Try again
          </Button>
        </p>
      )}
      {!read && !isFailed && <Skeleton className="h-40 w-full" />}
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
