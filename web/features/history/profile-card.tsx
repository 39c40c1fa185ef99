import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { Sheet } from '#web/ui/sheet.tsx'

const typeLabel: Record<UserType, string> = { founder: 'Founder', vc: 'VC', angel: 'Angel' }
type Props = {
  user: User
  /** Differs from the account's type for an approved investor. */
  role: UserType
  onSignOut: () => void
  isEditing: boolean
  onEdit: () => void
  form: ReactNode
}

/** Header of the user's own profile: the account, or the form to edit it. */
export function ProfileCard({ user, role, onSignOut, isEditing, onEdit, form }: Props) {
  const name = fullName(user) ?? user.email
  return (
    <Sheet>
      <div className="flex flex-wrap items-start gap-6">
        <Avatar name={name} src={user.profileImageUrl} className="size-20 text-4xl" />
        <div className="min-w-56 flex-1">
          <h1 className="text-4xl break-words" dir="auto">
            {name}
          </h1>
          <div className="mt-3 flex flex-wrap gap-1.5">
            <Badge>{typeLabel[role]}</Badge>
            {user.isAdmin && <Badge>Admin</Badge>}
            {role !== 'founder' && <ApprovalBadge isApproved={user.isApprovedInvestor} />}
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" aria-pressed={isEditing} onClick={onEdit}>
            {isEditing ? 'Cancel Editing' : 'Edit Profile'}
          </Button>
          <Button variant="quiet" onClick={onSignOut}>
            Sign Out
          </Button>
        </div>
      </div>
      {isEditing ? (
        <div className="mt-7 border-t border-rule pt-7">{form}</div>
      ) : (
        <dl className="mt-7 grid gap-x-10 border-t border-rule text-sm sm:grid-cols-2">
          <Row label="Email" value={user.email} />
          <Row label="Member since" value={formatLongDate(user.createdAt)} />
        </dl>
      )}
    </Sheet>
  )
}

const ApprovalBadge = ({ isApproved }: { isApproved: boolean }) =>
  isApproved ? <VerifiedBadge>Approved Investor</VerifiedBadge> : <Badge>Pending Approval</Badge>

const Row = ({ label, value }: { label: string; value: string }) => (
  <div className="flex min-w-0 items-baseline justify-between gap-4 border-b border-rule py-3.5">
    <dt className="text-soft">{label}</dt>
    <dd className="truncate">{value}</dd>
  </div>
)
