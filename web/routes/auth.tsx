import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth/auth-page.tsx'
import { AuthSearch, defaultTypeOf } from '#web/features/accounts/auth/auth-search.ts'
import { useApplicant } from '#web/features/applications/applicant.ts'
import { PageLoading } from '#web/features/shell/page-loading.tsx'

export const Route = createFileRoute('/auth')({ validateSearch: AuthSearch, component: Auth })

function Auth() {
  const { next, defaultType } = Route.useSearch()
  const applicant = useApplicant()
  if (next === '/vc-signup' && applicant === undefined) return <PageLoading />
  // Submit of an application by a visitor leads here: the visitor has no account yet.
  if (next === '/vc-signup' && applicant) {
    return <AuthPage initialMode="sign-up" defaultType={applicant.userType} next={next} applicant={applicant} />
  }
  return <AuthPage initialMode="login" defaultType={defaultTypeOf(defaultType)} next={next} />
}
