import { createFileRoute, Navigate } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { AdminPage } from '#web/features/admin/admin-page.tsx'
import { CustomerPage } from '#web/features/admin/desk/customer-page.tsx'
import { type Queue, queueNamed } from '#web/features/admin/queues.ts'
import { ListingPage } from '#web/features/admin/records/listing-page.tsx'
import { NewRecordPage } from '#web/features/admin/records/new-record-page.tsx'
import { RecordPage } from '#web/features/admin/records/record-page.tsx'
import { Unauthorised } from '#web/features/admin/unauthorised.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import type { WithProof } from '#web/net/with-proof.ts'

/** `person`: the principal whose page is open. `investor`: the listing or record whose page is open, or `new`. `from`: `mail` for the link of a mail to an admin, who may have to sign in first. */
type Address = { queue?: string; person?: string; investor?: string; from?: 'mail' }

export const Route = createFileRoute('/admin')({
  component: Admin,
  // Every page loads this with the route table: the names of the queues are read by the page itself.
  validateSearch: ({ queue, person, investor, from }): Address => ({
    ...(typeof queue === 'string' && { queue }),
    ...(typeof person === 'string' && { person }),
    ...(typeof investor === 'string' && { investor }),
    ...(from !== undefined && { from: 'mail' }),
  }),
})

function Admin() {
  const user = useUser()
  const { queue: name, person, investor, from } = Route.useSearch()
  const queue = queueNamed(name)
  if (user === undefined) return <PageLoading />
  if (user === null && from === 'mail') return <Navigate to="/auth" search={{ next: `/admin?queue=${queue}` }} replace />
  // The cached user only selects the page; the server checks every call again.
  return user?.isAdmin ? <AdminDesk key={user.id} user={user} queue={queue} {...{ person, investor }} /> : <Unauthorised />
}

type DeskProps = { user: User; queue: Queue } & Record<'person' | 'investor', string | undefined>

function AdminDesk({ user, queue, person, investor }: DeskProps) {
  const { withProof, dialog } = useStepUp(user)
  return (
    <>
      {person !== undefined ? (
        <CustomerPage key={person} self={user.id} id={person as PrincipalId} withProof={withProof} />
      ) : investor !== undefined ? (
        <InvestorPage key={investor} self={user.id} id={investor} withProof={withProof} />
      ) : (
        <AdminPage self={user.id} queue={queue} withProof={withProof} />
      )}
      {dialog}
    </>
  )
}

/** The page of an investor of either kind: a foreign id never begins like that of a listing. */
function InvestorPage({ id, ...props }: { self: UserId; id: string; withProof: WithProof }) {
  if (id === 'new') return <NewRecordPage {...props} />
  return id.startsWith('vc_') ? <ListingPage id={id as VcId} {...props} /> : <RecordPage id={id as VcId} {...props} />
}
