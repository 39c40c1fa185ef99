import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountName } from './account-name.tsx'
import { updatePassword } from './api.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { refusalOr } from './refusals.ts'
import { rememberUser } from './remember-user.ts'
import type { WithProof } from './use-step-up.tsx'

export function ChangePasswordForm({ user, withProof }: { user: User; withProof: WithProof }) {
  const { password, check, clear, fields } = useNewPassword()
  const [currentPassword, setCurrent] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(currentPassword === '')
    if (currentPassword === '' || !check()) return
    setBusy(true)
    try {
      const changed = await withProof(() => updatePassword({ currentPassword, newPassword: password }))
      if (changed) {
        await rememberUser(changed)
        setCurrent('')
        clear()
        toast({ title: 'Password Updated', description: 'Every other browser has been signed out.' })
      }
    } catch (error) {
      const description = refusalOr(error, 'Failed to update password')
      toast({ title: 'Error Updating Password', description, variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
      <AccountName email={user.email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={({ target }) => setCurrent(target.value)}
        error={isMissing && currentPassword === '' ? 'Please enter your current password' : undefined}
      />
      <NewPasswordFields fields={fields} label="New password" confirmLabel="Confirm new password" />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {isBusy ? 'Updating…' : 'Update Password'}
      </Button>
    </form>
  )
}
