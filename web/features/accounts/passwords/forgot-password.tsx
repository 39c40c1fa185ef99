import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { ForgotPassword as EmailForm } from '#shared/accounts/security-contract.ts'
import { forgotPassword } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'

/** Shows the same message for every address, so that it does not reveal whether there is an account. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = v.safeParse(EmailForm, Object.fromEntries(new FormData(event.currentTarget)))
    setError(parsed.issues?.[0].message)
    if (!parsed.success) return
    setBusy(true)
    try {
      await forgotPassword(parsed.output.email)
      setSentTo(parsed.output.email)
    } catch (failure) {
      setError(serverMessageOr(failure, 'The link could not be sent. Please try again.'))
    }
    setBusy(false)
  }
  if (sentTo) {
    return (
      <NarrowPage title="Check your email">
        <p role="status">
          If <span className="font-medium break-all">{sentTo}</span> belongs to an account, we sent a link to set a new password.
          The link expires in 30 minutes.
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <Link to="/auth" className={buttonClass()}>
            Back to Sign In
          </Link>
          <Button variant="quiet" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Forgot your password?" lead="It happens. A link to your mailbox lets you set a new one.">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          onChange={() => setError(undefined)}
          error={error}
        />
        <Button type="submit" isBusy={isBusy} className="w-full">
          {isBusy ? 'Sending…' : 'Send me a link'}
        </Button>
      </form>
    </NarrowPage>
  )
}
