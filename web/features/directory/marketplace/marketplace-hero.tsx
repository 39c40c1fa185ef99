import { Link } from '@tanstack/react-router'
import { formatCount } from '#shared/format/count.ts'
import { useInvestorCounts } from '#web/features/directory/demand.ts'

/** Header of the investors' marketplace: its purpose in one line, and its size. */
export function MarketplaceHero() {
  const counts = useInvestorCounts()
  return (
    <header className="rule-double mb-8 grid gap-x-12 gap-y-4 pb-5 sm:gap-y-6 sm:pb-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="max-w-2xl">
        <p className="column-head">Investor marketplace</p>
        <h1 className="mt-2 text-4xl sm:text-7xl">Ping the investor you need</h1>
        <p className="mt-3 text-soft sm:mt-4 sm:text-lg">Pay once to write to an investor directly or book a call.</p>
        <p className="flex flex-wrap gap-x-6 text-sm sm:mt-3">
          <Link to="/directory" className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4">
            Free directory
          </Link>
          <Link to="/vcs" className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4">
            Browse full profiles
          </Link>
        </p>
      </div>
      <dl className="flex gap-8 text-sm max-sm:hidden">
        <Count label="Listed" value={counts?.listed} />
        <Count label="Open to requests" value={counts?.verified} />
        <Count label="Requested in 30 days" value={counts?.wanted} />
      </dl>
    </header>
  )
}

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-soft">{label}</dt>
    <dd className="font-serif text-4xl">{value === undefined ? '–' : formatCount(value)}</dd>
  </div>
)
