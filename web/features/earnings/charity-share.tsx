import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { cents, formatCents } from '#shared/money.ts'

/** Share of an investor's sales that charities receive, per charity; nothing where there is none. */
export function CharityShare({ entries }: { entries: readonly EarningsEntry[] }) {
  const sums = new Map<string, number>()
  for (const { charity, amount } of entries) if (charity !== null) sums.set(charity, (sums.get(charity) ?? 0) + amount)
  if (sums.size === 0) return null
  return (
    <ul className="-mt-2 grid gap-1">
      {[...sums].map(([charity, sum]) => (
        <li key={charity} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-serif text-2xl text-brass">{formatCents(cents(sum))}</span>
          <span className="text-soft">
            goes to{' '}
            <bdi className="font-medium text-ink" dir="auto">
              {charity}
            </bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
