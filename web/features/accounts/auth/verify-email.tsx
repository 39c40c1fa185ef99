import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { verifyEmail } from '#web/features/accounts/api.ts'
import { PasswordField } from '#web/features/accounts/passwords/password-field.tsx'
import { HttpProblem } from '#web/net/api.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { forgetLinkToken, useLinkToken } from '#web/ui/use-link-token.ts'
import { serverMessageOr } from './auth-errors.ts'
import { rememberUser } from './cache-user.ts'

type State =
  | { kind: 'asking' }
  | { kind: 'verified'; email: string }
  /** No session of the account opens the link: its password is required, and a code if the account has an authenticator app. */
  | { kind: 'password'; needsCode: boolean; isBusy: boolean; error?: string }
  | { kind: 'refused'; message: string; isTransient: boolean }

type Proof = { password: string; totp?: string }

/**
 * Destination of a verification link. If the account is signed in, opening the link is enough: programs that only fetch links do
 * not run this code.
 */
export function VerifyEmail() {
  const token = useLinkToken()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const hasStarted = useRef(false)

  const ask = async (proof?: Proof) => {
    setState((before) => (before.kind === 'password' ? { ...before, isBusy: true } : { kind: 'asking' }))
    try {
      const { email, user } = await verifyEmail(token, proof)
      forgetLinkToken()
      if (user) await rememberUser(user)
      setState({ kind: 'verified', email })
    } catch (error) {
      setState((before) => refused(before, error))
    }
  }
  // The link can be used once.
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void ask()
  })

  if (state.kind === 'verified') {
    return (
      <NarrowPage mark={<Latch isOpen className="h-12" />} title="Email confirmed">
        <p role="status">
          <span className="font-medium break-all">{state.email}</span> is confirmed.
        </p>
        <Link to="/" className={buttonClass('ink', 'mt-5')}>
          Continue
        </Link>
      </NarrowPage>
    )
  }
  if (state.kind === 'password') return <ProofForm {...state} onProof={ask} />
  if (state.kind === 'refused') {
    return (
      <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Not confirmed">
        <p role="alert">{state.message}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          {state.isTransient && <Button onClick={() => void ask()}>Try again</Button>}
          <Link to="/settings" className={buttonClass(state.isTransient ? 'outline' : 'ink')}>
            Ask for a new link in Settings
          </Link>
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Confirming your email">
      <p role="status">Loading…</p>
    </NarrowPage>
  )
}

function refused(before: State, error: unknown): State {
  const code = error instanceof HttpProblem ? error.code : undefined
  if (code === 'accounts.link-needs-password') return { kind: 'password', needsCode: false, isBusy: false }
  const message = serverMessageOr(error, 'Couldn’t confirm the address. Please try again.')
  const isOver = code === 'accounts.link-invalid' || code === 'accounts.email-refused'
  if (before.kind === 'password' && !isOver) {
    if (code === 'totp-required') return { kind: 'password', needsCode: true, isBusy: false }
    const isWrong = code === 'accounts.invalid-credentials'
    return { ...before, isBusy: false, error: isWrong ? 'Incorrect password.' : message }
  }
  return { kind: 'refused', message, isTransient: !(error instanceof HttpProblem) || error.status >= 500 }
}

type FormProps = { needsCode: boolean; isBusy: boolean; error?: string; onProof: (proof: Proof) => Promise<void> }

/** The link proves access to the mailbox; the password proves that its owner created the account, or requested the change. */
function ProofForm({ needsCode, isBusy, error, onProof }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const totp = String(typed.get('totp') ?? '')
    void onProof({ password: String(typed.get('password') ?? ''), ...(totp && { totp }) })
  }
  return (
    <NarrowPage
      mark={<Latch isOpen={false} className="h-12" />}
      title="Is this your account?"
      lead="You’re not signed in. Enter your password to confirm the address."
      foot={
        <Link to="/forgot-password" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          I don’t know the password
        </Link>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <PasswordField
          label="Account password"
          name="password"
          autoComplete="current-password"
          error={needsCode ? undefined : error}
        />
        {needsCode && (
          <TextField label="Code from your authenticator app" name="totp" autoComplete="one-time-code" error={error} />
        )}
        <Button type="submit" isBusy={isBusy} className="w-full">
          Confirm my address
        </Button>
        <p className="text-sm text-soft">If you didn’t create an account, close this page. Nothing will change.</p>
      </form>
    </NarrowPage>
  )
}
