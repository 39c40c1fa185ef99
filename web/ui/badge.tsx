import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

/** Green for verified or unlocked, brass for prices and locks, plain for everything else. */
export type BadgeTone = 'plain' | 'brass' | 'green' | 'red'

const tones: Record<BadgeTone, string> = {
  plain: 'border-rule text-soft',
  brass: 'border-brass/50 text-brass',
  green: 'border-green/50 text-green',
  red: 'border-red/50 text-red',
}

export function Badge({ tone = 'plain', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-selector border px-2 py-0.5 text-xs leading-5 font-medium ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}

export function VerifiedBadge({ children = 'Verified' }: { children?: ReactNode }) {
  return (
    <Badge tone="green" icon={<Check className="size-3.5" strokeWidth={2.5} aria-hidden="true" />}>
      {children}
    </Badge>
  )
}
