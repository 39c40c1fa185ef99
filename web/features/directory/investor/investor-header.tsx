import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { roleLine } from '#shared/directory/title.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { VerificationBadge } from './verification-badge.tsx'

type Props = {
  investor: Investor
  /** Public links, or the unlocked ones. */
  socials: ReactNode
  star: ReactNode
}

export function InvestorHeader({ investor, socials, star }: Props) {
  const { name, isVerified, isVentureCapital, isAngel, location } = investor
  return (
    <header className="rule-double pb-6">
      <div className="flex items-start gap-5 sm:gap-7">
        <Avatar name={name} src={investor.imageUrl} className="size-20 text-4xl sm:size-28 sm:text-5xl" />
        <div className="min-w-0 flex-1">
          <h1 className="text-4xl break-words sm:text-6xl" dir="auto">
            {name}
          </h1>
          <p className="mt-1 text-soft sm:mt-2 sm:text-lg" dir="auto">
            {roleLine(investor)}
          </p>
        </div>
        <div className="-mt-1 -mr-3">{star}</div>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-2">
          {isVerified ? <VerificationBadge investor={investor} /> : <Badge>Unverified</Badge>}
          {isVentureCapital && <Badge>Venture Capital</Badge>}
          {isAngel && <Badge>Angel Investor</Badge>}
        </div>
        {location && (
          <p className="inline-flex items-center gap-1.5 text-sm text-soft">
            <MapPin className="size-4" aria-hidden="true" />
            <bdi>{location}</bdi>
          </p>
        )}
        <div className="-mx-3 sm:mr-[-0.75rem] sm:ml-auto">{socials}</div>
      </div>
    </header>
  )
}
