import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { TotpSetup } from '#shared/accounts/security-contract.ts'
import { beginTotp, disableTotp } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { SettingsSection } from './settings-section.tsx'
import { TwoFactorDialog } from './two-factor-dialog.tsx'

/**
 * Protection of the account. The second factor is always active: a password or mailed code protects changes of the account, an
 * app protects the sign-in too.
 */
export function SecurityInformation({ user, withProof }: { user: User; withProof: WithProof }) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isBusy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>, title: string) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast({ title, description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  const begin = () => attempt(async () => setSetup(await withProof(beginTotp)), 'Couldn’t set up the app')
  const disable = () =>
    attempt(async () => {
      if (!(await withProof(disableTotp))) return
      await rememberUser({ ...user, hasTwoFactor: false })
      toast({ title: 'Authenticator app removed', description: 'Signing in now needs your password only.' })
    }, 'Couldn’t remove the app')

  return (
    <SettingsSection id="security-information" title="Security Information" lead="Sign-in protection">
      <dl className="border-t border-rule">
        <SecurityRow
          name="Two-factor authentication"
          detail={
            user.hasTwoFactor
              ? 'Sign-in requires a code from your authenticator app. Changes to password, email or app require your password or an emailed code.'
              : 'Changing password or email, or deleting the account, requires your password or an emailed code.'
          }
          state="Active"
        />
        <SecurityRow
          name="Password protection"
          detail={user.hasSetPassword ? 'Your password is set. We store only a hash.' : 'You sign in without a password.'}
          state={user.hasSetPassword ? 'Active' : 'Optional'}
        />
      </dl>
      {user.hasTwoFactor || user.emailVerified ? (
        <Button variant="outline" isBusy={isBusy} onClick={user.hasTwoFactor ? disable : begin} className="mt-5">
          {user.hasTwoFactor ? 'Remove authenticator app' : 'Set up authenticator app'}
        </Button>
      ) : (
        <p className="mt-5 text-sm text-soft">Confirm your email address to set up an authenticator app.</p>
      )}
      {setup && <TwoFactorDialog user={user} setup={setup} onClose={() => setSetup(undefined)} />}
    </SettingsSection>
  )
}

const SecurityRow = ({ name, detail, state }: { name: string; detail: string; state: 'Active' | 'Optional' }) => (
  <div className="flex items-start justify-between gap-6 border-b border-rule py-4">
    <dt>
      <span className="font-medium">{name}</span>
      <span className="mt-0.5 block text-sm text-soft">{detail}</span>
    </dt>
    <dd className="shrink-0">
      <Badge>{state}</Badge>
    </dd>
  </div>
)
