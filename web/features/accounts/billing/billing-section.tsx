import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { OwnBilling } from '#shared/documents/billing.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { LoadFailed } from '#web/features/accounts/settings/load-failed.tsx'
import { SettingsSection } from '#web/features/accounts/settings/settings-section.tsx'
import { BillingFields } from '#web/forms/billing-fields.tsx'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useBillingForm } from '#web/forms/use-billing-form.ts'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { readBilling, saveBilling } from './api.ts'

/** How the invoices of later purchases name the buyer. Read from the server: an earlier copy could undo another device's change. */
export function BillingSection() {
  const [own, setOwn] = useState<OwnBilling>()
  const [failure, setFailure] = useState<string>()
  const load = () =>
    readBilling().then(
      (read) => {
        setOwn(read)
        setFailure(undefined)
      },
      (error) => setFailure(serverMessageOr(error, 'Couldn’t load your billing details.')),
    )
  useEffect(() => void load(), [])
  return (
    <SettingsSection
      id="billing"
      title="Billing details"
      lead="For the invoices of your next purchases. To change an earlier invoice, open its receipt."
    >
      {!own && !failure && <Skeleton className="h-16 w-full" />}
      {failure && !own && <LoadFailed failure={failure} onRetry={load} />}
      {own && <BillingForm own={own} onSaved={setOwn} />}
    </SettingsSection>
  )
}

/** A change that another device made first is shown in the notice, and what was typed stays in the form. */
export function BillingForm({ own: { details, version }, onSaved }: { own: OwnBilling; onSaved: (own: OwnBilling) => void }) {
  const isOnline = useOnline()
  const form = useBillingForm('billing', details, async (typed, clear) => {
    try {
      onSaved(await saveBilling({ details: typed, version }))
      await clear()
      toast({ title: 'Billing details saved', description: 'Your next invoice has them.' })
      return undefined
    } catch (error) {
      const current = error instanceof HttpProblem ? v.safeParse(OwnBilling, error.problem?.current) : undefined
      if (current?.success) onSaved(current.output)
      return serverMessageOr(error, 'Couldn’t save. Your text is still here. Please try again.')
    }
  })
  const { fields, clear, status, isChanged, problem, isBusy, submit } = form
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl gap-5">
      <BillingFields {...fields} />
      <DraftStatusNote {...status} />
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline || !isChanged}>
          Save
        </Button>
        {isChanged && (
          <Button variant="outline" disabled={isBusy} onClick={() => void clear()}>
            Discard changes
          </Button>
        )}
      </div>
      {!isOnline && <p className="text-sm text-soft">Your text stays here until you reconnect.</p>}
    </form>
  )
}
