import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { NO_PERFORMANCE } from './investor-profile.tsx'
import { VerificationBadge } from './verification-badge.tsx'

type Props = {
  investor: Investor
  stats: InvestorStats | null | undefined
  socials: ReactNode
  star: ReactNode
  /** Locked, with its price, or unlocked. */
  contact: ReactNode
  /** Why the investor fits the user's project. */
  fit?: ReactNode
  /** Link to the page on which calls are booked. */
  more: ReactNode
}

/** A verified investor on one page: the portrait and the contact area on the left, the profile on the right. */
export function InvestorSummary({ investor, stats, socials, star, contact, fit, more }: Props) {
  const { name, fund, bio, thesis, portfolioPerformance, imageUrl } = investor
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <header className="rule-double pb-6 lg:col-start-2">
        <div className="flex items-start gap-5">
          <Avatar name={name} src={imageUrl} className="size-20 text-4xl lg:hidden" />
          <div className="min-w-0 flex-1">
            {fund !== name && (
              <p className="column-head truncate" dir="auto">
                {fund || 'Independent'}
              </p>
            )}
            <h1 className="mt-1 text-4xl break-words sm:text-6xl" dir="auto">
              {name}
            </h1>
          </div>
          <div className="-mt-1 -mr-3">{star}</div>
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <VerificationBadge investor={investor} />
          <div className="-mx-3">{socials}</div>
        </div>
      </header>
      <aside aria-label="Contact" className="lg:row-span-2 lg:row-start-1">
        <div className="lg:sticky lg:top-24">
          <Avatar name={name} src={imageUrl} className="mb-6 aspect-square w-full text-9xl max-lg:hidden" />
          {contact}
          <p className="mt-3 text-center">{more}</p>
          {fit}
        </div>
      </aside>
      <div className="min-w-0 lg:col-start-2">
        <FactLine investor={investor} stats={stats} />
        <Terms label="Stages" terms={investor.stages} />
        <Terms label="Sectors" terms={investor.sectors} />
        {bio && <Chapter title="About" text={bio} />}
        {thesis && <Chapter title="Investment Thesis" text={thesis} />}
        <Chapter title="Portfolio Performance" text={portfolioPerformance ?? NO_PERFORMANCE} isQuiet={!portfolioPerformance} />
      </div>
    </div>
  )
}

function FactLine({ investor: { position, location }, stats }: Pick<Props, 'investor' | 'stats'>) {
  return (
    <dl className="mb-6 grid divide-y divide-rule border-b border-rule sm:grid-cols-3 sm:divide-x sm:divide-y-0 sm:pb-6">
      <Fact label="Position">{position ?? 'Not given'}</Fact>
      <Fact label="Location">
        {location && <MapPin className="mr-1 inline size-4 align-[-0.15em] text-soft" aria-hidden="true" />}
        <bdi>{location ?? 'Not given'}</bdi>
      </Fact>
      <Fact label="Connection requests">
        {stats?.totalRequests ?? 0} <span className="text-soft">in 30 days</span>
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline justify-between gap-4 py-2.5 sm:block sm:px-5 sm:py-0 sm:first:pl-0 sm:last:pr-0">
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="min-w-0 break-words max-sm:text-right sm:mt-1" dir="auto">
      {children}
    </dd>
  </div>
)

function Terms({ label, terms }: { label: string; terms: readonly string[] }) {
  if (terms.length === 0) return null
  return (
    <div className="mb-3 flex gap-4">
      <h2 className="w-16 shrink-0 pt-0.5 font-sans text-sm text-soft">{label}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {terms.map((term) => (
          <li key={term}>
            <Badge>
              <bdi>{term}</bdi>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Chapter = ({ title, text, isQuiet }: { title: string; text: string; isQuiet?: boolean }) => (
  <section className="mt-7 border-t border-rule pt-6">
    <h2 className="mb-3 text-2xl">{title}</h2>
    {isQuiet ? <p className="text-soft">{text}</p> : <LongText text={text} />}
  </section>
)
