import { formatAmount } from '#shared/projects/amount.ts'
import type { Project } from '#shared/projects/contract.ts'

/** The specified text where a founder gives no amount. */
export const ASK_FOUNDER = 'Please get in contact with founder'

/** Raising, valuation and revenue in a row; a text where a founder gives neither amount. */
export function ProjectFigures({ project }: { project: Project }) {
  const { amountRaising, valuation, revenueGenerating } = project
  const revenue = revenueGenerating ? 'Yes' : 'No'
  if (!amountRaising && !valuation) {
    return (
      <dl className="grid grid-cols-[1fr_auto] border-y border-rule text-sm">
        <div className="py-2.5 pr-4">
          <dt className="text-xs text-soft">Round</dt>
          <dd>{ASK_FOUNDER}</dd>
        </div>
        <Figure label="Revenue" value={revenue} />
      </dl>
    )
  }
  return (
    <dl className="grid grid-cols-3 border-y border-rule text-sm">
      <Figure label="Raising" value={amountRaising ? formatAmount(amountRaising) : 'Not given'} isFirst />
      <Figure label="Valuation" value={valuation ? formatAmount(valuation) : 'Not given'} />
      <Figure label="Revenue" value={revenue} />
    </dl>
  )
}

const Figure = ({ label, value, isFirst }: { label: string; value: string; isFirst?: boolean }) => (
  <div className={`py-2.5 ${isFirst ? '' : 'border-l border-rule pl-4'}`}>
    <dt className="text-xs text-soft">{label}</dt>
    <dd>{value}</dd>
  </div>
)
