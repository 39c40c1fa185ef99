import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

const promises = [
  ['Pay once. Get direct contact.', 'One fee unlocks every contact detail of an investor. No subscription, no credits.'],
  ['No gatekeepers. Instant booking.', 'Pay the listed price, then write or book right away.'],
  ['Skip the cold DM. Save time.', 'Each unlock includes a draft introduction.'],
] as const

/** Landing page B: one centred sentence, with three promises below it. */
export default function HeroB() {
  return (
    <section className="frame pt-12 pb-16 sm:pt-20 sm:pb-24">
      <div className="flex flex-col items-center text-center">
        <Latch isOpen={false} className="h-12 sm:h-16" />
        <h1 className="mt-7 max-w-4xl text-6xl leading-[0.95] tracking-tight sm:text-8xl">Where Founders meet the VC</h1>
        <p className="mt-7 max-w-xl text-lg text-soft">
          Direct contact to partners and angels. Every unlock has a 7-day money-back guarantee.
        </p>
        <div className="mt-9 flex flex-wrap justify-center gap-3">
          <Link to="/vcs" className={buttonClass('ink', 'btn-lg')}>
            Browse Investors
          </Link>
          <Link to="/vc-signup" className={buttonClass('outline', 'btn-lg')}>
            Join as VC or Angel
          </Link>
        </div>
      </div>
      <dl className="mt-14 grid divide-y divide-rule border-y-[3px] border-double border-edge sm:mt-20 md:grid-cols-3 md:divide-x md:divide-y-0">
        {promises.map(([promise, meaning]) => (
          <div key={promise} className="py-6 md:px-8 md:first:pl-0 md:last:pr-0">
            <dt className="font-serif text-2xl leading-tight text-balance">{promise}</dt>
            <dd className="mt-2 text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
