import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { roleOrIndependent } from '#shared/directory/title.ts'
import { cut } from '#shared/text.ts'
import { safeUrl } from '#shared/url.ts'
import { shorten } from '#web/features/directory/investor/labels.ts'
import { VerificationBadge } from '#web/features/directory/investor/verification-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Length of a biography in the free directory. */
const BIO_LENGTH = 100
const MAX_TERMS = 2

/** One row of the free directory: the name, the public fields, and the fund's own website. */
export function AlphabeticalRow({ investor, marks }: { investor: Investor; marks?: ReactNode }) {
  const { id, name, stages, sectors, bio, fundWebsite, isVerified } = investor
  const website = safeUrl(fundWebsite)
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className="relative grid gap-x-8 gap-y-1 border-b border-rule py-4 hover:bg-sheet sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,6fr)] sm:px-2"
    >
      <div className="min-w-0">
        <h3 id={nameId} className="text-xl leading-6 break-words" dir="auto">
          <Link to="/vc/$id" params={{ id }} className="after:absolute after:inset-0">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-soft" dir="auto">
          {roleOrIndependent(investor)}
        </p>
        {isVerified && (
          <p className="mt-1.5">
            <VerificationBadge investor={investor} />
          </p>
        )}
        {marks}
      </div>
      <dl className="text-sm max-sm:mt-1">
        <Terms label="Stage" terms={stages} />
        <Terms label="Focus" terms={sectors} />
      </dl>
      <div className="min-w-0 text-sm">
        <p className={bio ? undefined : 'text-soft'} dir="auto">
          {bio ? shortBio(bio) : 'No biography yet.'}
        </p>
        {website && (
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            className="relative inline-flex min-h-11 items-center gap-1.5 text-soft underline underline-offset-4 hover:text-ink"
          >
            {new URL(website).hostname.replace(/^www\./, '')}
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        )}
      </div>
    </article>
  )
}

/** The first hundred characters, followed by dots where the text is longer. */
export const shortBio = (bio: string) => (bio.length > BIO_LENGTH ? `${cut(bio, BIO_LENGTH).trimEnd()}...` : bio)

function Terms({ label, terms }: { label: string; terms: readonly string[] }) {
  const { shown, more } = shorten(terms, MAX_TERMS)
  return (
    <div className="flex gap-3">
      <dt className="w-12 shrink-0 text-soft">{label}</dt>
      <dd>
        <bdi>{shown.join(', ') || 'Not given'}</bdi>
        {more && <span className="whitespace-nowrap text-soft"> {more}</span>}
      </dd>
    </div>
  )
}

/** Skeleton rows of the free directory while the first chunk is loading. */
export function RegisterSkeleton() {
  return (
    <div role="status" aria-label="Loading investors">
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className="grid gap-x-8 gap-y-3 border-b border-rule py-5 sm:grid-cols-[5fr_4fr_6fr]">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  )
}
