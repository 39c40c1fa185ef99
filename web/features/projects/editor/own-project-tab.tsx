import { Link } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { formatAmount } from '#shared/projects/amount.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { safeUrl } from '#shared/url.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { PerformanceStrip } from '#web/features/projects/page/performance-strip.tsx'
import { ASK_FOUNDER } from '#web/features/projects/page/project-metrics.tsx'
import { StatusBadge } from '#web/features/projects/page/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { OfflineNotice, publicationLabel } from './offline-notice.tsx'
import { type StoredProject, useOwnPerformance, useOwnProject } from './own-project.ts'
import { PROJECT_SETUP } from './project-setup.ts'
import { Publication } from './publication.tsx'

/** The 'Project Details' tab: the founder's project, its status, and its figures. */
export function OwnProjectTab() {
  const own = useOwnProject()
  const performance = useOwnPerformance()
  if (own === undefined) return <Skeleton className="h-72 w-full" />
  if (own === null) return <NoProject />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Written own={own} />
      <PerformanceStrip performance={performance} isPublished={own.isPublished} action={<Actions own={own} />} />
    </div>
  )
}

const text = (value: string | number | boolean | null) => (value === null || value === '' ? undefined : String(value))

function Written({ own }: { own: OwnProject }) {
  const { values, isPublished, status } = own
  const amount = (dollars: number | null) => (dollars ? formatAmount(dollars) : ASK_FOUNDER)
  const lines = [
    ['Stage', text(values.projectStage)],
    ['Ecosystem', text(values.ecosystem)],
    ['Vertical', text(values.vertical)],
    ['Raising', amount(values.amountRaising)],
    ['Valuation', amount(values.valuation)],
    ['Revenue', values.revenueGenerating ? 'Yes' : 'No'],
    ['Ticker', values.tickerLaunched ? 'Launched' : 'Not launched'],
    ['Location', text(values.location)],
    ['Team', values.teamSize ? `${values.teamSize} people` : undefined],
    ['Contact', text(values.email)],
    ['Website', text(values.websiteUrl)],
    ['Pitch deck', text(values.pitchDeckUrl)],
  ] as const
  return (
    <Sheet aria-labelledby="own-project">
      <SheetTitle
        id="own-project"
        aside={
          <span className="flex flex-wrap justify-end gap-1.5">
            <Badge>{publicationLabel(own)}</Badge>
            {(isPublished || status === 'rejected') && <StatusBadge status={status} />}
          </span>
        }
      >
        <span dir="auto">{values.companyName || 'Unnamed Project'}</span>
      </SheetTitle>
      <OfflineNotice own={own} />
      {values.oneLineDescription && (
        <p className="mb-4 text-lg" dir="auto">
          {values.oneLineDescription}
        </p>
      )}
      <LongText text={values.description || 'No description available'} />
      <dl className="mt-6 grid gap-x-10 border-t border-rule text-sm sm:grid-cols-2">
        {lines.map(([label, value]) => value && <Row key={label} label={label} value={value} />)}
      </dl>
    </Sheet>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  const url = /^https?:/.test(value) ? safeUrl(value) : undefined
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-4 border-b border-rule py-3">
      <dt className="shrink-0 text-soft">{label}</dt>
      <dd className="min-w-0 truncate" dir="auto">
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
            {value}
          </a>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

function Actions({ own }: { own: StoredProject }) {
  const { projectId, isPublished } = own
  const isOnline = useOnline()
  return (
    <div className="mt-5 grid gap-3">
      <Link to={PROJECT_SETUP} className={buttonClass('ink')}>
        Edit project
      </Link>
      {projectId && (
        <Link to="/project/$id" params={{ id: projectId }} className={buttonClass('outline')}>
          {isPublished ? 'Public page' : 'Preview page'}
        </Link>
      )}
      <Publication own={own} isOnline={isOnline} isWaiting={own.version === OPTIMISTIC} />
    </div>
  )
}

function NoProject() {
  return (
    <EmptyState
      icon={<PenLine className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No project yet"
      action={
        <Link to={PROJECT_SETUP} className={buttonClass()}>
          Write your project
        </Link>
      }
    >
      Write it online or offline. It is saved on this device and stays private until you publish it.
    </EmptyState>
  )
}
