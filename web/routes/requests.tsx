import { createFileRoute } from '@tanstack/react-router'
import { HelpSearch } from '#web/features/help/address.ts'
import { RequestsPage } from '#web/features/help/requests-page.tsx'

export const Route = createFileRoute('/requests')({
  component: Requests,
  validateSearch: HelpSearch,
})

function Requests() {
  return <RequestsPage edits={Route.useSearch().edit} />
}
