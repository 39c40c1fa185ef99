import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { useSignOut } from '#web/features/accounts/use-sign-out.tsx'
import { PleaseSignIn } from '#web/features/profile/please-sign-in.tsx'
import { ProfileCard } from '#web/features/profile/profile-card.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'

export const Route = createFileRoute('/profile')({ component: Profile })

function Profile() {
  const user = useUser()
  const { signOut, dialog } = useSignOut()
  if (user === undefined) return <PageLoading />
  return (
    <div className="frame pt-8 sm:pt-12">
      {user ? <ProfileCard user={user} onSignOut={signOut} /> : <PleaseSignIn />}
      {dialog}
    </div>
  )
}
