import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { RecoverAccount } from '#shared/accounts/recovery.ts'
import { recoverAccount } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

type Props = { settle: Settle; busyWith: string | undefined }
type Errors = { email?: string; reason?: string }

/** For a user who lost access to their account and proved their identity outside of the product. */
export function AccountRecovery({ settle, busyWith }: Props) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(RecoverAccount, { email, reason })
    setErrors(errorsOf(read.issues))
    if (!read.success) return
    const decision = {
      targetId: 'recovery',
      title: 'Way back opened',
      sentence: `A link for a new password went to ${read.output.email}.`,
    }
    if (!(await settle(decision, () => recoverAccount(read.output)))) return
    setEmail('')
    setReason('')
  }
  return (
    <section aria-labelledby="account-recovery" className="mb-12 max-w-2xl">
      <h2 id="account-recovery" className="border-b border-edge pb-2 text-2xl">
        Open the way back to an account
      </h2>
      <p className="py-5 text-soft">
        For somebody who lost their authenticator app and its codes. Have them prove who they are first. It removes the app, ends
        every session, voids the password, and mails a link for a new one to the account’s own address. You choose neither
        password nor address.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Address of the account"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={errors.email}
        />
        <TextArea
          label="How they proved who they are"
          optional={false}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={errors.reason}
        />
        <Button type="submit" variant="danger" isBusy={busyWith === 'recovery'} className="justify-self-start">
          Open the way back
        </Button>
      </form>
    </section>
  )
}

function errorsOf(issues: readonly v.BaseIssue<unknown>[] | undefined): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues ?? []) {
    const field = path?.[0]?.key
    if (field === 'email' || field === 'reason') errors[field] ??= message
  }
  return errors
}
