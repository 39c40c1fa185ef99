import type { ReactNode } from 'react'
import { BackLink } from '#web/ui/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const RecordFrame = ({ children }: { children: ReactNode }) => (
  <div className="frame pt-3 pb-16 sm:pt-8">
    <BackLink to="/admin">Review</BackLink>
    {children}
  </div>
)

export const RecordSection = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-5 border-rule py-8 [header+&]:pt-0 [section+&]:border-t md:grid-cols-[14rem_minmax(0,1fr)]">
    <div>
      <h2 className="text-2xl">{title}</h2>
      {lead && <p className="mt-1.5 text-sm text-soft">{lead}</p>}
    </div>
    <div className="min-w-0">{children}</div>
  </section>
)

export const MissingRecord = () => (
  <RecordFrame>
    <EmptyState title={<h1>No such investor</h1>}>The link is wrong, or the person was removed from the directory.</EmptyState>
  </RecordFrame>
)

export const RecordLoading = () => (
  <div aria-busy="true">
    <span className="sr-only" role="status">
      Loading…
    </span>
    <Skeleton className="mb-8 h-20 w-full" />
    <Skeleton className="h-96 w-full" />
  </div>
)
