import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isAnswerable } from '#web/features/admin/queues/disputes-queue.tsx'
import { isUndecided } from '#web/features/admin/queues/refunds-queue.tsx'
import { QUEUES, type Queue } from './queues.ts'
import { isWaiting } from './sort-vcs.ts'
import type { Queues } from './use-queues.ts'

const labels: Record<Queue, string> = {
  applications: 'Applications',
  projects: 'Projects',
  introductions: 'Introductions',
  profiles: 'Profiles',
  refunds: 'Refunds',
  disputes: 'Disputes',
  tickets: 'Tickets',
  payouts: 'Payouts',
  books: 'Books',
  imports: 'Imports',
  accounts: 'Accounts',
  audit: 'Audit log',
}

/** Links to the queues, each with the number of its open entries. */
export function QueueLinks({ queues, current }: { queues: Queues; current: Queue }) {
  const nav = useRef<HTMLElement>(null)
  // A phone shows a part of the row: scroll the open queue into view.
  useEffect(() => {
    const link = nav.current?.querySelector(`[data-queue=${current}]`)
    link?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  const { runs, prices } = queues.imports
  const waiting: Partial<Record<Queue, number>> = {
    applications: queues.vcs.filter(isWaiting).length,
    projects: queues.projects.filter(({ status }) => status === 'under review').length,
    introductions: queues.intros.filter(({ answer }) => answer === 'new').length,
    profiles: queues.profiles.filter(({ status }) => status === 'open').length,
    refunds: queues.refunds.filter(isUndecided).length,
    disputes: queues.doubts.disputes.filter(isAnswerable).length + queues.doubts.warnings.filter(({ isOpen }) => isOpen).length,
    tickets: queues.tickets.filter(({ status, isSuspect }) => status === 'open' && !isSuspect).length,
    payouts: queues.payouts.accounts.filter(({ standing }) => standing === 'ready').length,
    books: queues.books.violations.length + queues.books.alerts.length,
    imports: prices.filter(({ isConfirmed }) => !isConfirmed).length + Number(runs[0]?.status === 'refused'),
  }
  return (
    <nav
      ref={nav}
      aria-label="Queues"
      className="fading-end mb-5 flex gap-x-6 overflow-x-auto border-b border-rule sm:mb-8 sm:flex-wrap sm:gap-x-4 sm:overflow-visible"
    >
      {QUEUES.map((queue) => (
        <Link
          key={queue}
          data-queue={queue}
          to="/admin"
          search={queue === 'applications' ? {} : { queue }}
          // Otherwise the first queue, whose address has no search parameter, would match all of them.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={queue === current ? 'page' : undefined}
          className="-mb-px flex h-11 items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          {labels[queue]}
          {Boolean(waiting[queue]) && <span className="text-sm text-soft">{waiting[queue]}</span>}
        </Link>
      ))}
    </nav>
  )
}
