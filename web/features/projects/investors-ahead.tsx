import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** Closes the marketplace for those who invest themselves. */
export function InvestorsAhead() {
  return (
    <section className="mt-14 flex flex-wrap items-center justify-between gap-6 border-t border-rule pt-8">
      <div>
        <h2 className="text-3xl">See who else invests here</h2>
        <p className="mt-2 text-soft">Co-investors, their stages and what they look for.</p>
      </div>
      <Link to="/vcs" className={buttonClass('outline')}>
        Browse Investors
      </Link>
    </section>
  )
}
