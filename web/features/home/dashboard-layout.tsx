import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatWeekday } from '#web/ui/dates.ts'

type PageProps = { name: string | null; isNew: boolean; lead: ReactNode; children: ReactNode }

/** Dashboard of a signed-in user: personal sections first, then the directory. */
export function DashboardLayout({ name, isNew, lead, children }: PageProps) {
  return (
    <div className="frame pt-8 pb-6 sm:pt-12">
      <header className="rule-double mb-8 pb-5">
        <p className="column-head">{formatWeekday(new Date())}</p>
        <h1 className="mt-2 text-4xl break-words sm:text-6xl" dir="auto">
          {isNew ? 'Welcome' : 'Welcome back'}
          {name && (
            <>
              , <bdi>{name}</bdi>
            </>
          )}
        </h1>
        <p className="mt-3 text-soft sm:text-lg">{lead}</p>
      </header>
      {children}
    </div>
  )
}

type SectionProps = { id: string; title: string; count?: number; more?: { to: string; label: string }; children: ReactNode }

/** One section of the dashboard, under a heading with its count and a link to the full list. */
export function DashboardSection({ id, title, count, more, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex items-baseline justify-between gap-4 border-b border-rule pb-2">
        <h2 id={id} className="text-2xl">
          {title}
          {count !== undefined && count > 0 && <span className="ml-2 text-soft">{count}</span>}
        </h2>
        {more && (
          <Link
            to={more.to}
            className="inline-flex min-h-11 shrink-0 items-center text-sm text-soft underline decoration-rule underline-offset-4 hover:text-ink hover:decoration-ink"
          >
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** Empty state of a section: describes what will appear in it. */
export const EmptySection = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="ruled-paper mt-4 rounded-box border border-rule px-5 py-7 leading-7 text-soft">
    <p className="max-w-sm">{children}</p>
    {action && <p className="mt-5 w-fit rounded-field bg-sheet">{action}</p>}
  </div>
)
