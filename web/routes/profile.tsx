import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { EditProfile } from '#web/features/accounts/edit-profile.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { useSignOut } from '#web/features/accounts/use-sign-out.tsx'
import { useOwnListings } from '#web/features/owners/queries.ts'
import { PleaseSignIn } from '#web/features/profile/please-sign-in.tsx'
import { ProfileCard } from '#web/features/profile/profile-card.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { profileTabs } from './-profile-tabs.tsx'

export const Route = createFileRoute('/profile')({ component: Profile })

function Profile() {
  const user = useUser()
  const { signOut, dialog } = useSignOut()
  if (user === undefined) return <PageLoading />
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      {user ? <OwnProfile user={user} onSignOut={signOut} /> : <PleaseSignIn />}
      {dialog}
    </div>
  )
}

function OwnProfile({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const listings = useOwnListings()
  const tabs = profileTabs(user, (listings?.length ?? 0) > 0)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <ProfileCard
        user={user}
        onSignOut={onSignOut}
        isEditing={isEditing}
        onEdit={() => setEditing(!isEditing)}
        form={<EditProfile user={user} onDone={() => setEditing(false)} />}
      />
      <div className="mt-8">
        <Tabs label="Your profile" tabs={tabs} />
      </div>
    </>
  )
}
