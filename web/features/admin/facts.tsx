import { Fragment, type ReactNode } from 'react'
import { safeUrl, telegramUrl } from '#shared/url.ts'
import { LongText } from '#web/ui/long-text.tsx'

/** Missing values are listed in one line below, so that the existing values are easy to see. */
export type Fact = { label: string; value: ReactNode | null | undefined; isProse?: boolean }

export function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  const isPresent = ({ value }: Fact) => value !== null && value !== undefined && value !== ''
  const present = facts.filter(isPresent)
  const missing = facts.filter((fact) => !isPresent(fact)).map(({ label }) => label)
  return (
    <section className="min-w-0">
      <h3 className="column-head mb-2 font-sans">{title}</h3>
      <dl className="border-t border-rule">
        {present.map(({ label, value, isProse }) => (
          <div
            key={label}
            className={`min-w-0 border-b border-rule py-2.5 ${isProse ? '' : 'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]'}`}
          >
            <dt className="text-sm text-soft">{label}</dt>
            <dd className={`min-w-0 break-words ${isProse ? 'mt-1' : ''}`} dir="auto">
              {isProse && typeof value === 'string' ? <LongText text={value} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && <p className="pt-2.5 text-sm text-soft">Not given: {missing.join(', ')}</p>}
    </section>
  )
}

/** A link that a user wrote: a link element when it is plain http, otherwise text. */
export function GivenLink({ url }: { url: string | null }) {
  if (!url) return null
  const href = safeUrl(url) ?? telegramUrl(url)
  if (!href)
    return (
      <>
        <code className="text-sm break-all">{url}</code> <span className="text-sm text-red">(not a link)</span>
      </>
    )
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="break-all underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {url}
    </a>
  )
}

/** A link as a fact; absent when the link is. */
export const linkFact = (label: string, url: string | null): Fact => ({ label, value: url && <GivenLink url={url} /> })

export const Terms = ({ terms }: { terms: readonly string[] }) => (
  <>
    {terms.map((term, at) => (
      <Fragment key={term}>
        {at > 0 && ', '}
        <bdi>{term}</bdi>
      </Fragment>
    ))}
  </>
)
