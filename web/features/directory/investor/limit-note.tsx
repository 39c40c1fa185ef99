import type { Investor } from '#shared/directory/contract.ts'
import { limitLabel } from './labels.ts'

/** `Limit: 20/month`. Hover, focus and screen readers reveal whether it is counted by week or month. */
export function LimitNote({ investor, className = '' }: { investor: Investor; className?: string }) {
  const limit = limitLabel(investor)
  if (!limit) return null
  return (
    <button
      type="button"
      data-tip={limit.explanation}
      className={`tooltip tooltip-top relative min-h-6 cursor-help text-sm text-soft decoration-dotted underline-offset-4 hover:underline ${className}`}
    >
      <span>{limit.text}</span>
      <span className="sr-only">. {limit.explanation}</span>
    </button>
  )
}
