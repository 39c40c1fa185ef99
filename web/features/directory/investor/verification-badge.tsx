import { hasAgreed } from '#shared/directory/agreement.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'

/** Badge of an investor who is for sale: `Verified` only where the investor agreed to be found. */
export function VerificationBadge({ investor }: { investor: Investor }) {
  if (!investor.isVerified) return null
  return hasAgreed(investor) ? <VerifiedBadge /> : <Badge tone="brass">Public source</Badge>
}
