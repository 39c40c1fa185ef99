import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

const reasons = [
  ['Quality Founders', 'Founders who pay to reach you are serious about you. No mass emails.'],
  ['Earn Revenue', 'You keep 85% of each unlock, or donate it to a charity of your choice.'],
  ['Stay In Control', 'You set your price and how many introductions you accept a week. Change both at any time.'],
] as const

/** Benefits of a listing for an investor. */
export default function ForInvestors() {
  return (
    <section className="mt-20 bg-well md:-mb-20 sm:mt-28">
      <div className="frame py-16 sm:py-20">
        <div className="rule-double flex flex-wrap items-end justify-between gap-6 pb-6">
          <h2 className="text-4xl sm:text-5xl">Listed, on your own terms</h2>
          <Link to="/signup" search={{ defaultType: 'vc' }} className={buttonClass()}>
            Join as a VC or Angel
          </Link>
        </div>
        <div className="grid divide-y divide-rule md:grid-cols-3 md:divide-x md:divide-y-0">
          {reasons.map(([title, text]) => (
            <div key={title} className="py-7 md:px-8 md:first:pl-0 md:last:pr-0">
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-3 text-soft">{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
