import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { roleOf } from '#shared/accounts/role.ts'
import { useSignOut } from '#web/features/accounts/auth/use-sign-out.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { EditProfile } from '#web/features/accounts/settings/edit-profile.tsx'
import { ActivityHistory } from '#web/features/history/activity-history.tsx'
import { PleaseSignIn } from '#web/features/history/please-sign-in.tsx'
import { ProfileCard } from '#web/features/history/profile-card.tsx'
import { useOwnListings } from '#web/features/listings/queries.ts'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { profileTabs, refundOf } from '#web/widgets/profile-tabs.tsx'

export const Route = createFileRoute('/profile')({
  validateSearch: ({ tab }): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  component: Profile,
})

function Profile() {
  const user = useUser()
  const { signOut, dialog } = useSignOut()
  if (user === undefined) return <PageLoading />
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      {user ? <OwnProfile user={user} onSignOut={signOut} /> : <Guest />}
      {dialog}
    </div>
  )
}

/** A guest's purchases exist on this device only, and are shown as well. */
const Guest = () => (
  <>
    <PleaseSignIn />
    <div className="mx-auto mt-10 max-w-3xl">
      <ActivityHistory isHiddenWhenEmpty title="Bought on this device" refundOf={refundOf} />
    </div>
  </>
)

function OwnProfile({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const listings = useOwnListings()
  const tabs = profileTabs(user, (listings?.length ?? 0) > 0)
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [isEditing, setEditing] = useState(false)
  const role = roleOf(
    user,
    listings?.find(({ isVerified }) => isVerified),
  )
  return (
    <>
      <ProfileCard
        user={user}
        role={role}
        onSignOut={onSignOut}
        isEditing={isEditing}
        onEdit={() => setEditing(!isEditing)}
        form={<EditProfile user={user} onDone={() => setEditing(false)} />}
      />
      <div className="mt-8">
        <Tabs
          label="Your profile"
          tabs={tabs}
          selectedId={tab}
          onSelect={(id) => void navigate({ search: { tab: id }, replace: true, resetScroll: false })}
        />
      </div>
    </>
  )
}
