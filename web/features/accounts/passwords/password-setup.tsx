import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { AccountName } from '#web/features/accounts/account-name.tsx'
import { setPassword } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { Button } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

/** Asks for a strong password: the account was created by an external sign-in, or has a short one. */
export function PasswordSetup({ user, onDone }: { user: User; onDone: (user: User) => Promise<void> }) {
  usePageTitle('Secure Your Account')
  const { password, check, fields } = useNewPassword()
  const [isBusy, setBusy] = useState(false)
  const { withProof, dialog } = useStepUp(user)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    setBusy(true)
    try {
      const secured = await withProof(() => setPassword(password))
      // The user cancelled the proof of identity.
      if (!secured) return setBusy(false)
      toast({ title: 'Password Set Successfully', description: 'Your account is secured.' })
      await onDone(secured)
    } catch (error) {
      const description = serverMessageOr(error, 'Failed to set password')
      toast({ title: 'Error Setting Password', description, variant: 'destructive' })
      setBusy(false)
    }
  }
  return (
    <NarrowPage
      mark={<Latch isOpen={false} className="h-12" />}
      title="Secure Your Account"
      lead="Choose a password to protect your account."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <AccountName email={user.email} />
        <NewPasswordFields fields={fields} label="Create password" confirmLabel="Confirm password" />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {isBusy ? 'Setting password…' : 'Set Password'}
        </Button>
      </form>
      {dialog}
    </NarrowPage>
  )
}
