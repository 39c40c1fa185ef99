import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { AdminRole } from '#shared/admin/rights.ts'
import { isAnswerable } from '#web/features/admin/queues/money/disputes-queue.tsx'
import { isUndecided } from '#web/features/admin/queues/money/refunds-queue.tsx'
import { hasQueue, QUEUES, type Queue } from './queues.ts'
import { isWaiting } from './sort-applications.ts'
import type { Queues } from './use-queues.ts'

const labels: Record<Queue, string> = {
  search: 'Search',
  applications: 'Applications',
  projects: 'Projects',
  introductions: 'Introductions',
  profiles: 'Profiles',
  refunds: 'Refunds',
  disputes: 'Disputes',
  tickets: 'Tickets',
  payouts: 'Payouts',
  'ledger-checks': 'Ledger',
  accounting: 'Accounting',
  imports: 'Imports',
  'client-errors': 'App errors',
  deliveries: 'Deliveries',
  accounts: 'Accounts',
  blocks: 'Block list',
  audit: 'Audit log',
  team: 'Team',
  company: 'Company',
  switches: 'Switches',
}

/** The number of open entries of each queue; `undefined` for a section in which nothing waits. */
const countOpen: Record<Queue, ((queues: Queues) => number) | undefined> = {
  applications: ({ applications }) => applications.filter(isWaiting).length,
  projects: ({ projects }) => projects.filter(({ status }) => status === 'under review').length,
  introductions: ({ introductions }) => introductions.filter(({ answer }) => answer === 'new').length,
  profiles: ({ profiles }) => profiles.filter(({ status }) => status === 'open').length,
  refunds: ({ refunds }) => refunds.filter(isUndecided).length,
  disputes: ({ disputes: { disputes, warnings } }) =>
    disputes.filter(isAnswerable).length + warnings.filter(({ isOpen }) => isOpen).length,
  tickets: ({ tickets }) => tickets.filter(({ status, isSuspect }) => status === 'open' && !isSuspect).length,
  payouts: ({ payouts }) => payouts.accounts.filter(({ standing }) => standing === 'ready').length,
  'ledger-checks': ({ 'ledger-checks': { violations, alerts } }) => violations.length + alerts.length,
  imports: ({ imports: { runs, prices } }) =>
    prices.filter(({ isConfirmed }) => !isConfirmed).length + Number(runs[0]?.status === 'refused'),
  'client-errors': undefined,
  deliveries: ({ deliveries: { mailCount, jobCount } }) => mailCount + jobCount,
  accounting: undefined,
  search: undefined,
  accounts: undefined,
  blocks: undefined,
  audit: undefined,
  team: undefined,
  company: undefined,
  switches: undefined,
}

type Props = { queues: Queues; roles: readonly AdminRole[]; current: Queue | undefined }

/** Links to the queues of these roles, each with the number of its open entries. */
export function QueueLinks({ queues, roles, current }: Props) {
  const nav = useRef<HTMLElement>(null)
  // A phone shows a part of the row: scroll the open queue into view.
  useEffect(() => {
    const link = nav.current?.querySelector(`[data-queue=${current}]`)
    link?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return (
    <nav
      ref={nav}
      aria-label="Queues"
      className="fading-end mb-5 flex gap-x-6 overflow-x-auto border-b border-rule sm:mb-8 sm:flex-wrap sm:gap-x-4 sm:overflow-visible"
    >
      {QUEUES.filter((queue) => hasQueue(roles, queue)).map((queue) => (
        <QueueLink key={queue} queue={queue} open={countOpen[queue]?.(queues)} isCurrent={queue === current} />
      ))}
    </nav>
  )
}

function QueueLink({ queue, open, isCurrent }: { queue: Queue; open: number | undefined; isCurrent: boolean }) {
  return (
    <Link
      data-queue={queue}
      to="/admin"
      search={queue === 'applications' ? {} : { queue }}
      // Otherwise the first queue, whose address has no search parameter, would match all of them.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isCurrent ? 'page' : undefined}
      className="-mb-px flex h-11 items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
    >
      {labels[queue]}
      {Boolean(open) && <span className="text-sm text-soft">{open}</span>}
    </Link>
  )
}
