import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

const terms = [
  ['$0', 'to apply, to be listed and to leave'],
  ['85%', 'of each unlock is yours, or your charity’s'],
  ['48 h', 'until we review your application'],
] as const

/** Price of joining for an investor, and its benefits. */
export default function FreeToJoin() {
  return (
    <section className="mt-20 bg-well md:-mb-20 sm:mt-28">
      <div className="frame grid gap-x-16 gap-y-10 py-16 sm:py-24 lg:grid-cols-2 lg:items-end">
        <div>
          <h2 className="text-4xl sm:text-6xl">It's FREE to Join as a VC or Angel</h2>
          <p className="mt-5 max-w-md text-soft sm:text-lg">
            You set your price and how many introductions you accept. Founders who pay to reach you are serious about you.
          </p>
          <Link to="/vc-signup" className={buttonClass('ink', 'btn-lg mt-8')}>
            Apply to Join Latchkey
          </Link>
        </div>
        <dl className="border-t border-rule">
          {terms.map(([figure, meaning]) => (
            <div
              key={figure}
              className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-4 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="font-serif text-4xl sm:text-5xl">{figure}</dt>
              <dd className="text-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
