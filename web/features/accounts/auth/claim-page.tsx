import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { ConfirmClaim, StartClaim } from '#shared/guest-claims/contract.ts'
import { confirmClaim, startClaim } from '#web/features/accounts/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { serverMessageOr } from './auth-errors.ts'

type Step = { kind: 'address' } | { kind: 'code'; email: string } | { kind: 'done'; claimed: number }

/** For a browser that has lost the guest cookie of a purchase: the mailbox of the receipt proves the purchase. */
export function ClaimPage() {
  const [step, setStep] = useState<Step>({ kind: 'address' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<Step>) => {
    setBusy(true)
    setError(undefined)
    try {
      setStep(await work())
    } catch (failure) {
      setError(serverMessageOr(failure, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }
  const goBack = () => {
    setError(undefined)
    setStep({ kind: 'address' })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    const parsed = v.safeParse(step.kind === 'address' ? StartClaim : ConfirmClaim, typed)
    if (!parsed.success) return setError(parsed.issues[0].message)
    const input = parsed.output
    void attempt(async () => {
      if ('email' in input) {
        await startClaim(input.email)
        return { kind: 'code', email: input.email }
      }
      const { claimed } = await confirmClaim(input.code)
      requestSync()
      return { kind: 'done', claimed }
    })
  }

  if (step.kind === 'done') {
    return (
      <NarrowPage title={step.claimed > 0 ? 'Welcome back' : 'No purchases found'}>
        <p role="status">{outcome(step.claimed)}</p>
        <Link to="/contacts" className={buttonClass('ink', 'mt-5')}>
          Open my contacts
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Restore purchases" lead="Enter the email on your receipt to restore guest purchases.">
      <form onSubmit={submit} noValidate className="grid gap-5">
        {step.kind === 'address' ? (
          <TextField
            key="address"
            label="Email on your receipt"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            onChange={() => setError(undefined)}
            error={error}
          />
        ) : (
          <TextField
            key="code"
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={`We sent a code to ${step.email}. It expires in 10 minutes.`}
            onChange={() => setError(undefined)}
            error={error}
            className="max-w-48"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isBusy}>
            {step.kind === 'address' ? 'Email me a code' : 'Restore'}
          </Button>
          {step.kind === 'code' && (
            <Button variant="quiet" disabled={isBusy} onClick={goBack}>
              Use another address
            </Button>
          )}
        </div>
      </form>
    </NarrowPage>
  )
}

function outcome(claimed: number): string {
  if (claimed === 0) return 'No purchases to restore for this address.'
  return claimed === 1 ? 'One purchase is now on this device.' : `${claimed} purchases are now on this device.`
}
