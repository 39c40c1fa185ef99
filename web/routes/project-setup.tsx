import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useOwnDraft } from '#web/features/projects/editor/draft-queries.ts'
import { SetupPage } from '#web/features/projects/editor/setup-page.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'

export const Route = createFileRoute('/project-setup')({ component: ProjectSetup })

function ProjectSetup() {
  const user = useUser()
  // The gate admits only users, so the user is just signing out.
  if (!user) return null
  return user.userType === 'founder' ? <Founder key={user.id} user={user} /> : <AccessRestricted />
}

function Founder({ user }: { user: User }) {
  const draft = useOwnDraft()
  const isOnline = useOnline()
  const isReachable = !useIsOffline()
  // A project that looks empty here may exist on another device: a pull comes first, if possible.
  if (!draft || (draft.isFirstPull && isOnline && isReachable)) return <PageLoading />
  return <SetupPage draft={draft} accountEmail={user.email} isOnline={isOnline} />
}

/** Investors may not list projects: they see a toast and are redirected to the list of investors. */
function AccessRestricted() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ title: 'Access Restricted', description: 'Only founders can list a project.', variant: 'destructive' })
    void navigate({ to: '/vcs', replace: true })
  }, [navigate])
  return null
}
