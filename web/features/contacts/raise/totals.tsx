import { shortAmount } from '#shared/raise/amount.ts'
import type { RaiseTotals } from '#shared/raise/totals.ts'

type Props = { totals: RaiseTotals; target: number | null; onTarget: () => void }

const parts = [
  { key: 'committed', label: 'Committed', fill: 'bg-green' },
  { key: 'soft', label: 'Soft-circled', fill: 'bg-brass' },
  { key: 'asked', label: 'Asked', fill: 'bg-edge/60' },
] as const

/** The sums of the round against its target, as a bar and as figures. */
export function Totals({ totals, target, onTarget }: Props) {
  const { committed, soft, asked, weighted } = totals
  const whole = Math.max(target ?? 0, committed + soft + asked, 1)
  return (
    <section aria-label="Totals" className="mb-8 rounded-box border border-rule bg-sheet p-5 sm:p-6 print:border-0 print:p-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-serif text-4xl leading-none tabular-nums sm:text-5xl">
          {shortAmount(committed)} <span className="text-xl text-soft sm:text-2xl">committed</span>
        </p>
        {target === null || target === 0 ? (
          <button
            type="button"
            onClick={onTarget}
            className="min-h-11 cursor-pointer text-soft underline underline-offset-4 hover:text-ink print:hidden"
          >
            Set a target
          </button>
        ) : (
          <p className="text-soft tabular-nums">
            of {shortAmount(target)} · <span className="text-ink">{Math.floor((committed / target) * 100)} %</span>
          </p>
        )}
      </div>
      <div className="mt-4 flex h-3 gap-px overflow-hidden rounded-selector bg-well" aria-hidden="true">
        {parts.map(({ key, fill }) =>
          totals[key] > 0 ? <div key={key} className={fill} style={{ width: `${(totals[key] / whole) * 100}%` }} /> : null,
        )}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
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
