import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { AccountName } from '#web/features/accounts/account-name.tsx'
import { updatePassword } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'

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
        toast({ title: 'Password Updated', description: 'All other devices were signed out.' })
      }
    } catch (error) {
      const description = serverMessageOr(error, 'Failed to update password')
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
