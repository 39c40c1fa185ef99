import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { SettingsSection } from '#web/features/accounts/settings/settings-section.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'

export function PasswordSection({ user, withProof }: { user: User; withProof: WithProof }) {
  const [isResetting, setResetting] = useState(false)
  const lead = 'Changing it signs out all other devices.'
  if (!user.hasSetPassword) {
    return (
      <SettingsSection id="password-security" title="Password & Security">
        <p className="mb-4">Your account has no password. Set one to sign in on other devices.</p>
        <Link to="/password-setup" className={buttonClass()}>
          Set Password
        </Link>
      </SettingsSection>
    )
  }
  return (
    <SettingsSection id="password-security" title="Password & Security" lead={lead}>
      <ChangePasswordForm user={user} withProof={withProof} />
      <p className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-5 text-sm text-soft">
        Forgot your current password?
        <Button variant="outline" onClick={() => setResetting(true)}>
          Reset Password
        </Button>
      </p>
      {isResetting && <ResetPasswordDialog user={user} withProof={withProof} onClose={() => setResetting(false)} />}
    </SettingsSection>
  )
}
