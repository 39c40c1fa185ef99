import { Link } from '@tanstack/react-router'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { SideScroll } from '#web/ui/side-scroll.tsx'

/** The funds of the Cold Investor Scout in a horizontal strip, so that the lists above and below remain close. */
export function FundStrip({ funds }: { funds: readonly ColdFund[] }) {
  return (
    <SideScroll label="funds" className="grid">
      <ul className="-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pt-1 pb-4" aria-label="Cold Investor Scout funds">
        {funds.map((fund) => (
          <li key={fund.id} className="w-64 shrink-0 snap-start">
            <Link
              to="/cold-scout/$slug"
              params={{ slug: fund.fundSlug }}
              className="flex h-full flex-col rounded-box border border-dashed border-edge p-4 transition-colors hover:bg-sheet"
            >
              <span className="font-serif text-xl leading-6" dir="auto">
                {fund.fundName}
              </span>
              <span className="mt-2 line-clamp-2 text-sm text-soft" dir="auto">
                {fund.investmentFocus ?? 'Focus not given'}
              </span>
              <span className="mt-auto pt-4 text-sm">
                {fund.decisionMakers.length} {fund.decisionMakers.length === 1 ? 'decision maker' : 'decision makers'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SideScroll>
  )
}
