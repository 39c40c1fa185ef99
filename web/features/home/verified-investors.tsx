import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = {
  /** `undefined` until the investors are loaded. */
  investors: Investor[] | undefined
  renderCard: (investor: Investor) => ReactNode
  skeleton: ReactNode
  title: string
}

/** The first six verified investors of the directory. */
export function VerifiedInvestors({ investors, renderCard, skeleton, title }: Props) {
  return (
    <section className="frame">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className="max-w-xl text-4xl sm:text-5xl">{title}</h2>
        <Link
          to="/vcs"
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Browse the whole directory
        </Link>
      </div>
      {!investors && skeleton}
      {investors?.length === 0 && (
        <EmptyState title="No verified investors available yet.">Check back soon for curated investor profiles.</EmptyState>
      )}
      {investors && investors.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {investors.map((investor) => (
            <li key={investor.id}>{renderCard(investor)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
