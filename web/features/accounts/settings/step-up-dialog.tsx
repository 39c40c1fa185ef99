import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { StepUp } from '#shared/accounts/security-contract.ts'
import { AccountName } from '#web/features/accounts/account-name.tsx'
import { mailCode, stepUp } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { PasswordField } from '#web/features/accounts/passwords/password-field.tsx'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = { user: User; onAnswer: (isProved: boolean) => void }

/** Proof of identity: by the password or a mailed code, and by an authenticator code if the account has an app. */
export function StepUpDialog({ user, onAnswer }: Props) {
  const [isByCode, setByCode] = useState(false)
  const [needsApp, setNeedsApp] = useState(user.hasTwoFactor)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const attempt = async (work: () => Promise<unknown>, otherwise: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      // The app was set up elsewhere since this browser read the account.
      if (failure instanceof HttpProblem && failure.code === 'totp-required') setNeedsApp(true)
      setError(serverMessageOr(failure, otherwise))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = String(form.get('proof') ?? '')
    const totp = String(form.get('totp') ?? '').trim()
    const proof = { ...(isByCode ? { code: typed } : { password: typed }), ...(totp && { totp }) } satisfies StepUp
    void attempt(async () => {
      await rememberUser(await stepUp(proof))
      onAnswer(true)
    }, 'Couldn’t check this. Please try again.')
  }
  const askForCode = () =>
    attempt(async () => {
      await mailCode()
      setByCode(true)
    }, 'Couldn’t send the code. Please try again.')

  return (
    <Dialog title="Confirm it’s you" isOpen onClose={() => onAnswer(false)}>
      <form onSubmit={submit} onChange={() => setError(undefined)} noValidate className="grid gap-5">
        <p className="text-soft">
          {isByCode ? (
            <>
              We emailed a six-digit code to <span className="text-ink">{user.email}</span>. It expires in 10 minutes.
            </>
          ) : (
            'You signed in a while ago on this browser.'
          )}
        </p>
        <AccountName email={user.email} />
        {isByCode ? (
          <TextField
            key="code"
            label="Code"
            name="proof"
            inputMode="numeric"
            autoComplete={needsApp ? 'off' : 'one-time-code'}
            error={needsApp ? undefined : error}
          />
        ) : (
          <PasswordField
            key="password"
            label="Your password"
            name="proof"
            autoComplete="current-password"
            error={needsApp ? undefined : error}
          />
        )}
        {needsApp && (
          <TextField
            label="Code from your authenticator app"
            hint="Or one of your recovery codes."
            name="totp"
            autoComplete="one-time-code"
            error={error}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={isBusy} onClick={askForCode}>
            {isByCode ? 'Email another code' : 'Email me a code instead'}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
