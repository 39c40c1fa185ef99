import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { ConfirmClaim, StartClaim } from '#shared/guest-claims/contract.ts'
import { confirmClaim, startClaim } from '#web/features/accounts/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { refusalOr } from './auth-errors.ts'

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
      setError(refusalOr(failure, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
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
      <NarrowPage title={step.claimed > 0 ? 'Welcome back' : 'Nothing to bring over'}>
        <p role="status">{outcome(step.claimed)}</p>
        <Link to="/contacts" className={buttonClass('ink', 'mt-5')}>
          Open my contacts
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="Claim your purchases"
      lead="You bought something as a guest, and this browser does not know it. Your receipt does."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {step.kind === 'address' ? (
          <TextField
            key="address"
            label="Email the receipt went to"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            error={error}
          />
        ) : (
          <TextField
            key="code"
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={`A code is on its way to ${step.email}. It is good for ten minutes.`}
            error={error}
            className="max-w-48"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isBusy}>
            {step.kind === 'address' ? 'Mail me a code' : 'Claim'}
          </Button>
          {step.kind === 'code' && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setStep({ kind: 'address' })}>
              Another address
            </Button>
          )}
        </div>
      </form>
    </NarrowPage>
  )
}

function outcome(claimed: number): string {
  if (claimed === 0) return 'No purchase that is nobody’s yet was made under this address.'
  return claimed === 1 ? 'One purchase is yours on this device now.' : `${claimed} purchases are yours on this device now.`
}
