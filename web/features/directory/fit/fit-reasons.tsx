import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

const rendered = new WeakMap<readonly string[], ReactNode>()

/** Why an investor fits the user's project. The same element for the same reasons, so that a memoized card is not rendered again. */
export function fitReasons(reasons: readonly string[] | undefined): ReactNode {
  if (!reasons || reasons.length === 0) return null
  const known = rendered.get(reasons)
  if (known) return known
  const element = <FitReasons reasons={reasons} />
  rendered.set(reasons, element)
  return element
}

function FitReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul aria-label="Fits your project" className="mt-2 flex flex-wrap gap-1.5">
      {reasons.map((reason) => (
        <li key={reason}>
          <Badge tone="brass">
            <bdi>{reason}</bdi>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
