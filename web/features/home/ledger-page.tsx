import { Link } from '@tanstack/react-router'
import type { Investor } from '#shared/directory/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = { investors: Investor[] | undefined; total: number | undefined }

/** Some of those who can be unlocked, as a page of the ledger: real entries, and real prices. */
export function LedgerPage({ investors, total }: Props) {
  if (investors?.length === 0) return null
  return (
    <section aria-labelledby="ledger-page" className="rounded-box border border-rule bg-sheet px-5 pt-5 pb-2 sm:px-7">
      <div className="rule-double flex items-baseline justify-between pb-3">
        <h2 id="ledger-page" className="text-2xl">
          From the directory
        </h2>
        <p className="text-sm text-soft">{total === undefined ? '' : `${total.toLocaleString('en-US')} investors`}</p>
      </div>
      <ol className="divide-y divide-rule">
        {investors
          ? investors.map((investor) => <Row key={investor.id} investor={investor} />)
          : ['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
              <li key={place} className="flex h-16 items-center gap-4">
                <Skeleton className="h-9 w-full" />
              </li>
            ))}
      </ol>
    </section>
  )
}

function Row({ investor }: { investor: Investor }) {
  const { id, name, fund, position, imageUrl, quote } = investor
  const line = fund && fund !== name ? fund : position
  return (
    <li className="group relative flex h-16 items-center gap-4">
      <Avatar name={name} src={imageUrl} className="size-10 text-lg" />
      <span className="min-w-0 flex-1">
        <Link
          to="/vc/$id"
          params={{ id }}
          className="block truncate font-medium underline-offset-4 group-hover:underline after:absolute after:inset-0"
          dir="auto"
        >
          {name}
        </Link>
        {line && (
          <span className="block truncate text-sm text-soft" dir="auto">
            {line}
          </span>
        )}
      </span>
      <span className="shrink-0 font-serif text-xl text-brass">{formatPrice(quote)}</span>
    </li>
  )
}
