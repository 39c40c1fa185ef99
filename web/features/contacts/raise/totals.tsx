import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { shortAmount } from '#shared/raise/amount.ts'
import type { RaiseTotals } from '#shared/raise/totals.ts'

type Props = { totals: RaiseTotals; target: number | null; onTarget: () => void }

const parts = [
  { key: 'committed', label: 'Committed', fill: 'bg-green' },
  { key: 'soft', label: 'Soft-circled', fill: 'bg-brass' },
  { key: 'asked', label: 'Asked', fill: 'bg-edge/60' },
] as const

/** The sums of the round against its target, as a bar and as figures. On a phone one line, and the figures on request. */
export function Totals({ totals, target, onTarget }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { committed, soft, asked, weighted } = totals
  const whole = Math.max(target ?? 0, committed + soft + asked, 1)
  return (
    <section
      aria-label="Totals"
      className="mb-3 rounded-box border border-rule bg-sheet px-3.5 pb-3 sm:mb-8 sm:p-6 print:border-0 print:p-0"
    >
      <div className="flex items-center gap-x-3 sm:flex-wrap sm:items-baseline sm:justify-between sm:gap-x-6 sm:gap-y-1">
        <p className="font-serif text-2xl leading-none whitespace-nowrap tabular-nums sm:text-5xl">
          {shortAmount(committed)} <span className="text-base text-soft sm:text-2xl">committed</span>
        </p>
        {target === null || target === 0 ? (
          <button
            type="button"
            onClick={onTarget}
            className="min-h-11 cursor-pointer text-sm text-soft underline underline-offset-4 hover:text-ink sm:text-base print:hidden"
          >
            Set a target
          </button>
        ) : (
          <p className="min-w-0 truncate text-sm text-soft tabular-nums sm:text-base">
            of {shortAmount(target)} · <span className="text-ink">{Math.floor((committed / target) * 100)} %</span>
          </p>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="raise-figures"
          aria-label="All figures"
          onClick={() => setOpen(!isOpen)}
          className="-mr-2.5 ml-auto grid size-11 shrink-0 cursor-pointer place-items-center text-soft sm:hidden print:hidden"
        >
          <ChevronDown className={`size-5 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
        </button>
      </div>
      <div className="flex h-1.5 gap-px overflow-hidden rounded-selector bg-well sm:mt-4 sm:h-3" aria-hidden="true">
        {parts.map(({ key, fill }) =>
          totals[key] > 0 ? <div key={key} className={fill} style={{ width: `${(totals[key] / whole) * 100}%` }} /> : null,
        )}
      </div>
      <dl
        id="raise-figures"
        className={`mt-4 grid-cols-2 gap-x-6 gap-y-3 sm:grid sm:grid-cols-4 print:grid ${isOpen ? 'grid' : 'hidden'}`}
      >
        {parts.map(({ key, label, fill }) => (
          <Figure key={key} label={label} amount={totals[key]} mark={<span className={`size-2.5 rounded-full ${fill}`} />} />
        ))}
        <Figure label="Weighted" amount={weighted} mark={<span className="text-soft">≈</span>} />
      </dl>
    </section>
  )
}

const Figure = ({ label, amount, mark }: { label: string; amount: number; mark: React.ReactNode }) => (
  <div>
    <dt className="flex items-center gap-2 text-sm text-soft">
      <span aria-hidden="true" className="grid w-3 place-items-center">
        {mark}
      </span>
      {label}
    </dt>
    <dd className="pl-5 text-xl tabular-nums">{shortAmount(amount)}</dd>
  </div>
)
