import { createFileRoute } from '@tanstack/react-router'
import { RequestsPage } from '#web/features/help/requests-page.tsx'
import { HelpSearch } from '#web/features/help/search-params.ts'

export const Route = createFileRoute('/requests')({
  component: Requests,
  validateSearch: HelpSearch,
})

function Requests() {
  return <RequestsPage edits={Route.useSearch().edit} />
}
