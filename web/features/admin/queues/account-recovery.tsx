import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { RecoverAccount } from '#shared/accounts/recovery.ts'
import { recoverAccount } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

type Props = { settle: Settle; busyWith: string | undefined }
type Errors = { email?: string; reason?: string }

/** For a user who lost access to their account and proved their identity outside of the product. */
export function AccountRecovery({ settle, busyWith }: Props) {
  const { values, change, clear, status } = useDraft('admin:recovery', { email: '', reason: '' })
  const { email, reason } = values
  const [errors, setErrors] = useState<Errors>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(RecoverAccount, { email, reason })
    setErrors(firstErrors(read.issues, ['email', 'reason']))
    if (!read.success) return
    const decision = {
      targetId: 'recovery',
      title: 'Account recovery started',
      sentence: `We sent a password link to ${read.output.email}.`,
    }
    if (await settle(decision, () => recoverAccount(read.output))) await clear()
  }
  return (
    <section aria-labelledby="account-recovery" className="mb-12 max-w-2xl">
      <h2 id="account-recovery" className="border-b border-edge pb-2 text-2xl">
        Recover an account
      </h2>
      <p className="py-5 text-soft">
        For a user who lost their authenticator app and recovery codes. Verify their identity first. This removes the app, signs
        out all devices, voids the password and sends a link for a new one to the account’s own address.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Account email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => change('email', target.value)}
          error={errors.email}
        />
        <TextArea
          label="How you verified their identity"
          optional={false}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => change('reason', target.value)}
          error={errors.reason}
        />
        <DraftStatusNote {...status} />
        <Button type="submit" variant="danger" isBusy={busyWith === 'recovery'} className="justify-self-start">
          Recover account
        </Button>
      </form>
    </section>
  )
}
