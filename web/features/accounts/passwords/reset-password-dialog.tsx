import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { AccountName } from '#web/features/accounts/account-name.tsx'
import { resetPassword } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

type Props = { user: User; withProof: WithProof; onClose: () => void }

/** A new password without the current one, after a recent proof of identity. */
export function ResetPasswordDialog({ user, withProof, onClose }: Props) {
  const { password, check, fields } = useNewPassword()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    setBusy(true)
    try {
      const secured = await withProof(() => resetPassword(password))
      if (secured) {
        await rememberUser(secured)
        toast({ title: 'Password Reset', description: 'All other devices were signed out.' })
        onClose()
      }
    } catch (error) {
      const description = serverMessageOr(error, 'Failed to reset password')
      toast({ title: 'Error Resetting Password', description, variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <Dialog title="Reset Password" isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Notice tone="plain" title="This action cannot be undone.">
          The old password stops working immediately on all devices.
        </Notice>
        <AccountName email={user.email} />
        <NewPasswordFields fields={fields} label="New password" confirmLabel="Confirm new password" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {isBusy ? 'Resetting…' : 'Reset Password'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
