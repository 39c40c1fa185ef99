import { Link } from '@tanstack/react-router'
import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'
import { formatCount } from '#shared/format/count.ts'
import { LATELY_DAYS, type ListingFigures } from '#shared/listings/activity.ts'
import { formatCents } from '#shared/money.ts'

type Props = { figures: ListingFigures | null | undefined }

/** Figures of a listing in columns; the last one is styled as a total. */
export function FiguresStrip({ figures }: Props) {
  const count = (of: (figures: ListingFigures) => number) => (figures ? formatCount(of(figures)) : '–')
  const share = `your ${INVESTOR_SHARE_PERCENT}% of each sale`
  const donated = figures && figures.donated > 0 ? `and ${formatCents(figures.donated)} donated` : undefined
  return (
    <dl className="grid grid-cols-2 gap-y-5 border-y border-rule py-5 sm:grid-cols-[1fr_1fr_1fr_1fr_1.4fr]">
      <Figure
        label="Views"
        value={count(({ views }) => views)}
        note={`${count(({ viewsLately }) => viewsLately)} in ${LATELY_DAYS} days`}
      />
      <Figure label="Requests" value={count(({ requests }) => requests)} note="received" />
      <Figure label="Unlocks" value={count(({ unlocks }) => unlocks)} note="paid for" />
      <Figure label="Calls" value={count(({ calls }) => calls)} note="booked" />
      <div className="col-span-2 sm:col-span-1 sm:border-l sm:border-rule sm:pl-5">
        <dt className="column-head">Earned</dt>
        <dd className="rule-double mt-1 inline-block min-w-28 pb-0.5 font-serif text-4xl leading-10 text-brass">
          {figures ? formatCents(figures.earned) : '–'}
        </dd>
        <dd className="mt-1 text-xs text-soft">{donated ?? share}</dd>
        <dd>
          <Link
            to="/earnings"
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4 hover:text-brass"
          >
            All earnings and payouts
          </Link>
        </dd>
      </div>
    </dl>
  )
}

const Figure = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="border-rule even:border-l even:pl-5 sm:not-first:border-l sm:not-first:pl-5">
    <dt className="column-head">{label}</dt>
    <dd className="mt-1 font-serif text-4xl leading-10">{value}</dd>
    <dd className="mt-1 text-xs text-soft">{note}</dd>
  </div>
)
