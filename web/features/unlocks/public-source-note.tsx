import { hasAgreed } from '#shared/directory/agreement.ts'
import type { Investor } from '#shared/directory/contract.ts'

/** Shown before a purchase from an investor who has not agreed to be found. */
export const PublicSourceNote = ({ investor, className = '' }: { investor: Investor; className?: string }) =>
  hasAgreed(investor) ? null : (
    <p className={`text-sm text-soft ${className}`}>From public sources. The investor has not confirmed this profile.</p>
  )
