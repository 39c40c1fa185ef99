import { createFileRoute, Navigate } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { AdminPage } from '#web/features/admin/admin-page.tsx'
import { AdminSearch, type Queue } from '#web/features/admin/queues.ts'
import { Unauthorised } from '#web/features/admin/unauthorised.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'

export const Route = createFileRoute('/admin')({ component: Admin, validateSearch: AdminSearch })

function Admin() {
  const user = useUser()
  const { queue = 'applications', from } = Route.useSearch()
  if (user === undefined) return <PageLoading />
  if (user === null && from === 'mail') return <Navigate to="/auth" search={{ next: `/admin?queue=${queue}` }} replace />
  // The cached user only selects the page; the server checks every call again.
  return user?.isAdmin ? <AdminDesk key={user.id} user={user} queue={queue} /> : <Unauthorised />
}

function AdminDesk({ user, queue }: { user: User; queue: Queue }) {
  const { withProof, dialog } = useStepUp(user)
  return (
    <>
      <AdminPage self={user.id} queue={queue} withProof={withProof} />
      {dialog}
    </>
  )
}
