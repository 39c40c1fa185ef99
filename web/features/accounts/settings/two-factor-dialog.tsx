import { type FormEvent, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { TotpSetup } from '#shared/accounts/security-contract.ts'
import { confirmTotp } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { RecoveryCodesSheet } from './recovery-codes.tsx'

type Props = { user: User; setup: TotpSetup; onClose: () => void }

/** Two steps: the app receives the secret and confirms it with a code; then the recovery codes are shown, only once. */
export function TwoFactorDialog({ user, setup, onClose }: Props) {
  const [codes, setCodes] = useState<string[]>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    setBusy(true)
    setError(undefined)
    try {
      setCodes((await confirmTotp(code)).recoveryCodes)
      await rememberUser({ ...user, hasTwoFactor: true })
    } catch (failure) {
      setError(serverMessageOr(failure, 'Couldn’t check this code. Please try again.'))
    }
    setBusy(false)
  }
  if (codes) {
    return (
      <Dialog title="Save these codes" isOpen onClose={onClose} canClose={false}>
        <RecoveryCodesSheet codes={codes} onKept={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Set up authenticator app" isOpen onClose={onClose} canClose={!isBusy}>
      <div className="grid gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="max-w-44">
          <QrCode text={setup.otpauthUrl} label="QR code for your authenticator app" />
        </div>
        <div className="min-w-0 text-sm">
          <p className="text-soft">Scan this with your authenticator app. On this phone, open it in the app or type the key.</p>
          <p className="mt-3 font-mono break-all select-all">{setup.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={setup.secret} thing="Key" />
            <a
              href={setup.otpauthUrl}
              className="inline-flex min-h-11 items-center px-2 underline decoration-brass underline-offset-4"
            >
              Open in the app
            </a>
          </div>
        </div>
      </div>
      <form
        onSubmit={submit}
        onChange={() => setError(undefined)}
        noValidate
        className="mt-6 grid gap-5 border-t border-rule pt-5"
      >
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
          className="max-w-48"
        />
        <Button type="submit" isBusy={isBusy} className="justify-self-end">
          {isBusy ? 'Checking…' : 'Turn on'}
        </Button>
      </form>
    </Dialog>
  )
}
