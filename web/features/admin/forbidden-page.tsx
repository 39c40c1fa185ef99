import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Unauthorised } from './unauthorised.tsx'

type Props = { status: number; code: string | undefined; message: string; onTryAgain: () => void }

/** The server decides about access, regardless of the rights stored on this device. */
export function ForbiddenPage({ status, code, message, onTryAgain }: Props) {
  if (code === 'accounts.admin-needs-two-factor' || code === 'accounts.admin-needs-password') {
    return (
      <div className="frame pt-8 sm:pt-12">
        <EmptyState
          title={<h1>One step left</h1>}
          action={
            <Link to="/settings" className={buttonClass('ink')}>
              Open Settings
            </Link>
          }
        >
          {message}
        </EmptyState>
      </div>
    )
  }
  const isOtherRole = code === 'admin.role-needed'
  if (!isOtherRole && (status === 401 || status === 403)) return <Unauthorised />
  return (
    <div className="frame pt-8 sm:pt-12">
      <EmptyState
        title={<h1>{isOtherRole ? 'Your roles have changed' : 'Couldn’t load the queues'}</h1>}
        action={
          <Button variant="outline" onClick={onTryAgain}>
            Try again
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
