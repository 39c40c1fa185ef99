import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { ACCOUNT_KINDS, accountLabels } from '#shared/accounting/accounts.ts'
import { AccountCodes, type AdminCodes } from '#shared/accounting/contract.ts'
import { saveCodes } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = { read: AdminCodes; settle: Settle; busyWith: string | undefined }

/** One code for each account of the ledger. */
export function CodesForm({ read: { codes, version }, settle, busyWith }: Props) {
  const { values, change, clear, status, isChanged } = useDraft('admin:account-codes', codes)
  const [errors, setErrors] = useState<Partial<Record<keyof AccountCodes, string>>>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = v.safeParse(AccountCodes, values)
    setErrors(firstErrors(typed.issues, ACCOUNT_KINDS))
    if (!typed.success) return
    const about = { targetId: 'account-codes', title: 'Codes saved', sentence: 'Files have them from now on.', version }
    const isDone = await settle(about, (seen) => saveCodes({ codes: typed.output, version: seen ?? version }))
    if (isDone) await clear()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {ACCOUNT_KINDS.map((account) => (
          <TextField
            key={account}
            label={accountLabels[account]}
            error={errors[account]}
            autoComplete="off"
            value={values[account]}
            onChange={({ target }) => change(account, target.value)}
          />
        ))}
      </div>
      <DraftStatusNote {...status} />
      <Button type="submit" isBusy={busyWith === 'account-codes'} disabled={!isChanged} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
