import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '#shared/format/count.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'

type Props = { performance: ProjectPerformance | undefined; isPublished: boolean; action?: ReactNode }

/** Figures of a founder's own project, visible to the founder only; a draft has no visitors yet. */
export function PerformanceStrip({ performance, isPublished, action }: Props) {
  const figures = [
    ['Views', performance?.views],
    ['Votes', performance?.votes],
    ['Contacts', performance?.contacts],
  ] as const
  return (
    <Sheet aria-labelledby="performance">
      <SheetTitle id="performance" aside={<span className="column-head">{isPublished ? 'Live' : 'Draft'}</span>}>
        Performance
      </SheetTitle>
      <dl className="grid grid-cols-3">
        {figures.map(([label, value]) => (
          <div key={label} className="border-l border-rule pl-4 first:border-0 first:pl-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-serif text-3xl">{value === undefined ? '–' : formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-soft">
        {isPublished
          ? 'Only you see this. Your own visits are not counted.'
          : 'Only you see this page. Visits are counted while it is public.'}
      </p>
      {action ?? (
        <Link to="/profile" className="mt-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          Edit in your profile
        </Link>
      )}
    </Sheet>
  )
}
