import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { ProfileRequestPage } from '#web/features/profile-requests/profile-request-page.tsx'

export const Route = createFileRoute('/profile-request')({
  component: ProfileRequest,
})

function ProfileRequest() {
  return <ProfileRequestPage user={useUser()} />
}
