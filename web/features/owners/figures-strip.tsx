import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'
import { formatCents } from '#shared/money.ts'
import { LATELY_DAYS, type ListingFigures } from '#shared/owners/activity.ts'

type Props = { figures: ListingFigures | null | undefined }

/** What a listing has brought, as the foot of a ledger's page. */
export function FiguresStrip({ figures }: Props) {
  const count = (of: (figures: ListingFigures) => number) => (figures ? of(figures).toLocaleString('en-US') : '–')
  const donates = (figures?.donated ?? 0) > 0
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-field border border-rule bg-rule sm:grid-cols-[1fr_1fr_1fr_1fr_1.5fr]">
      <Figure
        label="Views"
        value={count(({ views }) => views)}
        note={`${count(({ viewsLately }) => viewsLately)} in ${LATELY_DAYS} days`}
      />
      <Figure label="Requests" value={count(({ requests }) => requests)} note="received" />
      <Figure label="Unlocks" value={count(({ unlocks }) => unlocks)} note="paid for" />
      <Figure label="Calls" value={count(({ calls }) => calls)} note="booked" />
      <div className="col-span-2 bg-sheet px-4 py-3.5 sm:col-span-1">
        <dt className="column-head">Earned</dt>
        <dd className="mt-1 font-serif text-3xl text-brass">{figures ? formatCents(figures.earned) : '–'}</dd>
        <dd className="text-xs text-soft">
          {donates && figures ? `and ${formatCents(figures.donated)} donated` : `your ${INVESTOR_SHARE_PERCENT}% of each sale`}
        </dd>
      </div>
    </dl>
  )
}

const Figure = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="bg-sheet px-4 py-3.5">
    <dt className="column-head">{label}</dt>
    <dd className="mt-1 font-serif text-3xl">{value}</dd>
    <dd className="text-xs text-soft">{note}</dd>
  </div>
)
