import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Imprint } from './imprint.tsx'

export type Clause = { id: string; title: string; text: ReactNode[] }
type Props = { title: string; lead: string; since: string; clauses: Clause[] }

/** A legal text with numbered clauses, and on a desktop an index beside them. It works offline. */
export function LegalPage({ title, lead, since, clauses }: Props) {
  return (
    <div className="frame pt-8 pb-10 sm:pt-12">
      <PageHeading title={title} lead={lead} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Clauses" className="lg:sticky lg:top-24 lg:self-start">
          <p className="column-head mb-2">In force since {since}</p>
          <ol className="grid text-sm max-lg:columns-2 max-lg:block max-lg:gap-6">
            {clauses.map(({ id, title: clause }, index) => (
              <li key={id} className="break-inside-avoid">
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center gap-3 text-soft hover:text-ink hover:underline lg:min-h-9"
                >
                  <span className="w-5 text-right">{index + 1}</span>
                  {clause}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-prose">
          {clauses.map(({ id, title: clause, text }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="scroll-mt-24 border-rule not-first:mt-9 not-first:border-t not-first:pt-9"
            >
              <h2 id={`${id}-title`} className="flex gap-4 text-2xl sm:text-3xl">
                <span aria-hidden="true" className="text-soft">
                  {index + 1}
                </span>
                {clause}
              </h2>
              <div className="mt-4 grid gap-4 leading-relaxed">
                {text.map((paragraph, at) => (
                  <p key={at}>{paragraph}</p>
                ))}
              </div>
            </section>
          ))}
          <Imprint />
          <p className="mt-12 border-t border-rule pt-5 text-sm text-soft">
            Read beside this: <Beside title={title} />
          </p>
        </div>
      </div>
    </div>
  )
}

const Beside = ({ title }: { title: string }) =>
  title === 'Privacy Policy' ? (
    <Link to="/terms-of-service" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
      Terms of Service
    </Link>
  ) : (
    <Link to="/privacy-policy" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
      Privacy Policy
    </Link>
  )
