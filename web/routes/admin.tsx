import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { AdminPage } from '#web/features/review/admin-page.tsx'
import { AdminSearch } from '#web/features/review/queues.ts'
import { Unauthorised } from '#web/features/review/unauthorised.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'

export const Route = createFileRoute('/admin')({ component: Admin, validateSearch: AdminSearch })

function Admin() {
  const user = useUser()
  const { queue = 'applications' } = Route.useSearch()
  if (user === undefined) return <PageLoading />
  // What this device remembers only chooses the page; every call asks the server again.
  return user?.isAdmin ? <AdminPage key={user.id} self={user.id} queue={queue} /> : <Unauthorised />
}
