import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

const founders = [
  ['Pay once', 'Email, handle and calendar for one fee. No subscription.'],
  ['Direct', 'Write to investors directly.'],
  ['Yours to keep', 'Unlocked contacts are on your device and work offline.'],
]
const investors = [
  ['Free to join', 'No fees, now or later. Leave at any time.'],
  ['Your price', 'You set the price and number of introductions.'],
  ['85% is yours', 'Of every unlock, for you or your charity.'],
]

/** The two ways to join, for founders and for investors, side by side. */
export function JoinPage() {
  return (
    <div className="frame pt-8 pb-6 sm:pt-12">
      <PageHeading title="Join the community" lead="Founders and investors, in direct contact." />
      <div className="grid border-rule md:grid-cols-2 md:divide-x md:divide-rule">
        <Way title="For founders" points={founders}>
          {/* A browser navigation: the server decides where signing in happens. */}
          <a href="/api/login?defaultType=founder" className={buttonClass('ink', 'btn-lg')}>
            Join as Founder
            <ArrowRight className="size-4" aria-hidden="true" />
          </a>
        </Way>
        <Way title="For investors" points={investors}>
          <Link to="/vc-signup" className={buttonClass('outline', 'btn-lg')}>
            Apply as VC
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        </Way>
      </div>
      <p className="mt-10 flex flex-wrap items-center gap-x-2 border-t border-rule pt-5 text-soft">
        Already have an account?
        <a href="/api/login" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          Sign In
        </a>
      </p>
    </div>
  )
}

type WayProps = { title: string; points: string[][]; children: ReactNode }

const Way = ({ title, points, children }: WayProps) => (
  <section className="flex flex-col py-6 md:px-10 md:first:pl-0 md:last:pr-0 max-md:not-first:border-t max-md:border-rule">
    <h2 className="text-3xl sm:text-4xl">{title}</h2>
    <dl className="mt-5 mb-8 flex-1">
      {points.map(([term, text]) => (
        <div key={term} className="border-t border-rule py-4">
          <dt className="font-medium">{term}</dt>
          <dd className="mt-0.5 text-soft">{text}</dd>
        </div>
      ))}
    </dl>
    <p>{children}</p>
  </section>
)
