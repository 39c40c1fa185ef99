import type { UserId } from '#shared/ids.ts'
import { listTeam } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import { AddMemberForm } from './add-member-form.tsx'
import { MemberRow } from './member-row.tsx'

type Props = { self: UserId; settle: Settle; busyWith: string | undefined }

/** The accounts that have a role. Only an owner sees and changes them. */
export function TeamSection({ self, settle: settleOne, busyWith }: Props) {
  const { data, isFailed, load, settle } = useSection(listTeam, settleOne)
  const members = data?.members
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="team-members">
        <h2 id="team-members" className="border-b border-edge pb-2 text-2xl">
          Team
        </h2>
        <SectionState of="the team" isFailed={isFailed} isRead={members !== undefined} load={load} />
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
