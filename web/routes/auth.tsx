import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth/auth-page.tsx'
import { AuthSearch, defaultTypeOf } from '#web/features/accounts/auth/auth-search.ts'
import { useApplicant } from '#web/features/applications/applicant.ts'
import { wasMember } from '#web/features/home/member-hint.ts'
import { PROJECT_SETUP } from '#web/features/projects/editor/project-setup.ts'
import { PageLoading } from '#web/features/shell/page-loading.tsx'

export const Route = createFileRoute('/auth')({ validateSearch: AuthSearch, component: Auth })

/** The sign-in, or the sign-up for visitors who have just chosen a role. Listing a project is no choice for a former member. */
function Auth() {
  const { next, defaultType } = Route.useSearch()
  const applicant = useApplicant()
  if (next === '/vc-signup' && applicant === undefined) return <PageLoading />
  // Submit of an application by a visitor leads here: the visitor has no account yet.
  if (next === '/vc-signup' && applicant) {
    return <AuthPage initialMode="sign-up" defaultType={applicant.userType} next={next} applicant={applicant} />
  }
  return (
    <AuthPage
      initialMode={defaultType && !(next === PROJECT_SETUP && wasMember()) ? 'sign-up' : 'login'}
      defaultType={defaultTypeOf(defaultType)}
      isRoleKnown={defaultType !== undefined}
      next={next}
    />
  )
}
