import { createFileRoute } from '@tanstack/react-router'
import { fullName } from '#shared/accounts/full-name.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { HelpSearch } from '#web/features/help/search-params.ts'
import { SupportPage } from '#web/features/help/support-page.tsx'

export const Route = createFileRoute('/support')({
  component: Support,
  validateSearch: HelpSearch,
})

function Support() {
  const user = useUser()
  const name = fullName(user) ?? ''
  return <SupportPage person={user ? { name, email: user.email } : undefined} edits={Route.useSearch().edit} />
}
