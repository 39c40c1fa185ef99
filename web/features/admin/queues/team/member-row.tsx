import { useState } from 'react'
import { ADMIN_ROLES, type AdminRole } from '#shared/admin/rights.ts'
import type { TeamMember } from '#shared/admin/team.ts'
import { changeRoles } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'
import { roleLabels } from './role-labels.ts'

type Props = { member: TeamMember; isSelf: boolean; settle: Settle; busyWith: string | undefined }

const LACKS = {
  'two-factor': 'Has no authenticator app yet, so the roles cannot be used.',
  password: 'The password was set before the address was confirmed, so the roles cannot be used.',
}

/** One account of the team, with its roles. An address of the configuration is changed there. */
export function MemberRow({ member, isSelf, settle, busyWith }: Props) {
  const { id, name, email, roles, isListed, lacks } = member
  const [chosen, setChosen] = useState<AdminRole[]>()
  const [isRemoving, setRemoving] = useState(false)
  const isBusy = busyWith === id

  const save = async (next: AdminRole[]) => {
    const sentence = next.length > 0 ? `${name}: ${namesOf(next)}.` : `${name} has no role any more.`
    const about = { targetId: id, title: next.length > 0 ? 'Roles changed' : 'Removed from the team', sentence }
    const isDone = await settle(about, () => changeRoles(id, { roles: next, seen: roles }))
    setRemoving(false)
    if (isDone) setChosen(undefined)
  }
  return (
    <li className="border-b border-rule py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="font-medium break-words">
            <bdi>{name}</bdi>
            {isSelf && <span className="font-normal text-soft"> (you)</span>}
          </p>
          {email !== name && <p className="text-sm break-all text-soft">{email}</p>}
          <p className="mt-2 flex flex-wrap gap-2">
            {ADMIN_ROLES.filter((role) => roles.includes(role)).map((role) => (
              <Badge key={role} tone={role === 'owner' ? 'brass' : 'plain'}>
                {roleLabels[role].name}
              </Badge>
            ))}
          </p>
          {isListed && <p className="mt-2 text-sm text-soft">Owner by the configuration of the server.</p>}
          {lacks && <p className="mt-2 text-sm text-red">{LACKS[lacks]}</p>}
        </div>
        {!isListed && !chosen && (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" disabled={isBusy} aria-label={`Change roles of ${name}`} onClick={() => setChosen(roles)}>
              Change
            </Button>
            <Button variant="danger" isBusy={isBusy} aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {chosen && (
        <form
          aria-label={`Roles of ${name}`}
          className="mt-4 grid gap-4 rounded-box border border-rule bg-sheet p-5"
          onSubmit={(event) => {
            event.preventDefault()
            void save(chosen)
          }}
        >
          <RoleChoice roles={chosen} onChange={setChosen} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={isBusy} disabled={chosen.length === 0}>
              Save roles
            </Button>
            <Button variant="outline" disabled={isBusy} onClick={() => setChosen(undefined)}>
              Cancel
            </Button>
          </div>
          {chosen.length === 0 && <p className="text-sm text-soft">Choose at least one role, or remove the person.</p>}
        </form>
      )}
      <ConfirmDialog
        title={`Remove ${name} from the team?`}
        isOpen={isRemoving}
        stay="Cancel"
        onStay={() => setRemoving(false)}
        action="Remove"
        variant="danger"
        isBusy={isBusy}
        onAct={() => void save([])}
      >
        <p>
          {isSelf ? 'You lose all admin rights at once.' : 'The person loses all admin rights at once.'} The account stays, and so
          does the audit log.
        </p>
      </ConfirmDialog>
    </li>
  )
}

const namesOf = (roles: readonly AdminRole[]) => roles.map((role) => roleLabels[role].name).join(', ')
