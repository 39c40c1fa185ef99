import type { Investor } from '#shared/directory/contract.ts'
import { formatCount } from '#shared/format/count.ts'
import { formatPrice } from '#shared/money.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FeaturedRow } from './featured-row.tsx'

type Props = { investors: Investor[] | undefined; total: number | undefined }

/** A list of some investors that can be unlocked, with real entries and real prices. */
export function FeaturedInvestors({ investors, total }: Props) {
  if (investors?.length === 0) return null
  return (
    <section aria-labelledby="ledger-page" className="rounded-box border border-rule bg-sheet px-5 pt-5 pb-2 sm:px-7">
      <div className="rule-double flex items-baseline justify-between pb-3">
        <h2 id="ledger-page" className="text-2xl">
          From the directory
        </h2>
        <p className="text-sm text-soft">{total === undefined ? '' : `${formatCount(total)} investors`}</p>
      </div>
      <ol className="divide-y divide-rule">
        {investors
          ? investors.map((investor) => <Entry key={investor.id} investor={investor} />)
          : ['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
              <li key={place} className="flex h-16 items-center gap-4">
                <Skeleton className="h-9 w-full" />
              </li>
            ))}
      </ol>
    </section>
  )
}

function Entry({ investor: { id, name, fund, position, imageUrl, quote } }: { investor: Investor }) {
  const line = fund && fund !== name ? fund : position
  return <FeaturedRow to={`/vc/${id}`} name={name} line={line} imageUrl={imageUrl} value={formatPrice(quote)} />
}
