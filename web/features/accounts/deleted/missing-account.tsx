import { Navigate, useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { fetchUser } from '#web/features/accounts/api.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type State = { kind: 'asking' } | { kind: 'nobody' } | { kind: 'failed'; message: string }

/**
 * Replaces a page that needs an account which is not on this device. The server is asked once; the response is stored, and the
 * page opens. A pull that delivers the account in the meantime opens it as well.
 */
export default function MissingAccount() {
  const { href } = useLocation()
  const [state, setState] = useState<State>({ kind: 'asking' })

  const ask = useCallback(async () => {
    setState({ kind: 'asking' })
    try {
      const user = await fetchUser()
      if (user) await rememberUser(user)
      else setState({ kind: 'nobody' })
    } catch (error) {
      setState({ kind: 'failed', message: error instanceof Error ? error.message : 'Failed to fetch user' })
    }
  }, [])
  useEffect(() => void ask(), [ask])

  if (state.kind === 'asking') return <Spinner label="Loading account" />
  if (state.kind === 'nobody') return <Navigate to="/auth" search={{ next: href }} replace />
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">{state.message}</h1>}
        action={<Button onClick={() => void ask()}>Try again</Button>}
      >
        <p role="alert">Couldn’t load your account.</p>
      </EmptyState>
    </div>
  )
}
