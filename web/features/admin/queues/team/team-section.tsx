import { useCallback, useEffect, useState } from 'react'
import type { TeamMember } from '#shared/admin/team.ts'
import type { UserId } from '#shared/ids.ts'
import { listTeam } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddMemberForm } from './add-member-form.tsx'
import { MemberRow } from './member-row.tsx'

type Props = { self: UserId; settle: Settle; busyWith: string | undefined }

/** The accounts that have a role. Only an owner sees and changes them. */
export function TeamSection({ self, settle: settleOne, busyWith }: Props) {
  const [members, setMembers] = useState<TeamMember[]>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    await listTeam().then(
      (team) => setMembers(team.members),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => void load(), [load])
  const settle: Settle = async (...decision) => {
    const isDone = await settleOne(...decision)
    await load()
    return isDone
  }
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="team-members">
        <h2 id="team-members" className="border-b border-edge pb-2 text-2xl">
          Team
        </h2>
        {isFailed && (
          <p role="alert" className="py-5 text-soft">
            Couldn’t load the team.{' '}
            <Button variant="outline" onClick={load}>
              Try again
            </Button>
          </p>
        )}
        {!members && !isFailed && <Skeleton className="mt-5 h-40 w-full" />}
        <ul>
          {members?.map((member) => (
            <MemberRow key={member.id} member={member} isSelf={member.id === self} settle={settle} busyWith={busyWith} />
          ))}
        </ul>
      </section>
      <AddMemberForm settle={settle} busyWith={busyWith} />
    </div>
  )
}
