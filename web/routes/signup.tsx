import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth/auth-page.tsx'
import { AuthSearch, defaultTypeOf } from '#web/features/accounts/auth/auth-search.ts'

export const Route = createFileRoute('/signup')({
  validateSearch: AuthSearch,
  component: SignUp,
})

function SignUp() {
  const { next, defaultType } = Route.useSearch()
  return (
    <AuthPage
      initialMode="sign-up"
      defaultType={defaultTypeOf(defaultType)}
      isRoleKnown={defaultType !== undefined}
      next={next}
    />
  )
}
