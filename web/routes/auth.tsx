import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth/auth-page.tsx'
import { AuthSearch, defaultTypeOf } from '#web/features/accounts/auth/auth-search.ts'

export const Route = createFileRoute('/auth')({ validateSearch: AuthSearch, component: Auth })

function Auth() {
  const { next, defaultType } = Route.useSearch()
  return <AuthPage initialMode="login" defaultType={defaultTypeOf(defaultType)} next={next} />
}
