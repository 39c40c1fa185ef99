import { Link } from '@tanstack/react-router'
import type { AdminRole } from '#shared/admin/rights.ts'
import { roleLabels } from '#web/features/admin/queues/team/role-labels.ts'
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

/** For a link to a section that the roles of the account do not include. */
export const OtherRole = ({ roles }: { roles: readonly AdminRole[] }) => (
  <EmptyState title={<h2>Your role doesn’t include this section</h2>}>
    You have {roles.length === 1 ? 'the role' : 'the roles'} {roles.map((role) => roleLabels[role].name).join(' and ')}. An owner
    of the team can change that.
  </EmptyState>
)
