import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

/** Landing page A: the headline, with the featured list beside it. */
export function HeroA({ children }: { children: ReactNode }) {
  return (
    <section className="frame grid items-center gap-12 pt-12 pb-16 sm:pt-20 sm:pb-24 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div>
        <h1 className="text-5xl leading-[1.02] tracking-tight sm:text-7xl">Where Founders connect with VCs</h1>
        <p className="mt-6 max-w-lg text-lg text-soft">
          Pay once. Get direct contact. You see what an investor offers before you pay.
        </p>
        <div className="mt-9 flex flex-wrap gap-2.5">
          <Link to="/signup-type" className={buttonClass('ink', 'btn-lg')}>
            Get your first contact
          </Link>
          <Link to="/vcs" className={buttonClass('outline', 'btn-lg')}>
            View All Investors
          </Link>
          <Link to="/signup" search={{ defaultType: 'vc' }} className={buttonClass('quiet', 'btn-lg')}>
            Sign up as VC
          </Link>
        </div>
      </div>
      {children}
    </section>
  )
}
