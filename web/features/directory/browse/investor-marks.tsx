import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

const NO_REASONS: readonly string[] = []
const plain = new WeakMap<readonly string[], ReactNode>()
const asNew = new WeakMap<readonly string[], ReactNode>()

/**
 * What a list says about an investor: new in a saved search, and why it fits the user's project. The same element for the same
 * reasons, so that a memoized card is not rendered again.
 */
export function investorMarks(reasons: readonly string[] = NO_REASONS, isNew = false): ReactNode {
  if (reasons.length === 0 && !isNew) return null
  const rendered = isNew ? asNew : plain
  const known = rendered.get(reasons)
  if (known) return known
  const element = (
    <>
      {isNew && (
        <p className="mt-2">
          <Badge>New</Badge>
        </p>
      )}
      {reasons.length > 0 && <FitReasons reasons={reasons} />}
    </>
  )
  rendered.set(reasons, element)
  return element
}

function FitReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul aria-label="Fits your project" className="mt-2 flex flex-wrap gap-1.5">
      {reasons.map((reason) => (
        <li key={reason}>
          <Badge icon={<Check className="size-3.5" aria-hidden="true" />}>
            <bdi>{reason}</bdi>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
