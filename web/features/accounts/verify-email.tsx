import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { verifyEmail } from './api.ts'
import { refusalOr } from './refusals.ts'
import { rememberUser } from './remember-user.ts'

type State = { kind: 'asking' } | { kind: 'verified'; email: string } | { kind: 'refused'; message: string; isPassing: boolean }

/** Where the link of a verification leads. Opening it is enough: programs that only look at links do not run this. */
export function VerifyEmail() {
  const token = useLinkToken()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const asked = useRef(false)

  const ask = async () => {
    setState({ kind: 'asking' })
    try {
      const { email, user } = await verifyEmail(token)
      if (user) await rememberUser(user)
      setState({ kind: 'verified', email })
    } catch (error) {
      const message = refusalOr(error, 'The address could not be verified. Please try again.')
      setState({ kind: 'refused', message, isPassing: !(error instanceof HttpProblem) || error.status >= 500 })
    }
  }
  // The link is good for one use.
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask()
  })

  if (state.kind === 'verified') {
    return (
      <NarrowPage mark={<Latch isOpen className="h-12" />} title="E-mail verified">
        <p role="status">
          <span className="font-medium break-all">{state.email}</span> is yours, and your account knows it now.
        </p>
        <Link to="/" className={buttonClass('ink', 'mt-5')}>
          Go on
        </Link>
      </NarrowPage>
    )
  }
  if (state.kind === 'refused') {
    return (
      <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Not verified">
        <p role="alert">{state.message}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          {state.isPassing && <Button onClick={ask}>Try again</Button>}
          <Link to="/settings" className={buttonClass(state.isPassing ? 'outline' : 'ink')}>
            Ask for a new link in Settings
          </Link>
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Verifying your e-mail">
      <p role="status">One moment…</p>
    </NarrowPage>
  )
}
