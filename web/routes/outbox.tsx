import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { VcId } from '#shared/ids.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import { useProjects } from '#web/features/directory/funds-and-projects.ts'
import { useInvestors } from '#web/features/directory/investor-queries.ts'
import { useTicketNames } from '#web/features/help/queries.ts'
import { type About, describe } from '#web/features/outbox/describe-mutation.ts'
import { OutboxPage } from '#web/features/outbox/outbox-page.tsx'
import { type Outbox, useOutbox } from '#web/features/outbox/queries.ts'
import { useIsReached, useSyncStatus } from '#web/sync/tab/use-sync-status.ts'

export const Route = createFileRoute('/outbox')({ component: OutboxRoute })

function OutboxRoute() {
  const outbox = useOutbox()
  return (
    <OutboxPage
      outbox={outbox}
      status={useSyncStatus()}
      isReached={useIsReached()}
      nameOf={useNames(outbox)}
      stages={useStageLabels()}
    />
  )
}

/** Names of the users and projects that entries refer to, from this device. */
function useNames(outbox: Outbox | undefined) {
  const about = useMemo(
    () => (outbox ? [...outbox.refused, ...outbox.waiting, ...outbox.sent].flatMap((entry) => describe(entry).about ?? []) : []),
    [outbox],
  )
  const investors = useInvestors(about.flatMap((one) => (one.kind === 'investor' ? [one.id] : [])) as VcId[])
  const projects = useProjects()
  const contacts = useCards()
  const tickets = useTicketNames()
  return (one: About): string | undefined => {
    if (one.kind === 'ticket') return tickets?.get(one.id)
    if (one.kind === 'project') return projects?.find(({ id }) => id === one.id)?.companyName ?? undefined
    return contacts?.find(({ id }) => id === one.id)?.name ?? investors.get(one.id)?.name
  }
}
