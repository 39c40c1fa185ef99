import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { displayPrice } from '#shared/directory/display-price.ts'
import { roleOrIndependent } from '#shared/directory/title.ts'
import { formatPrice } from '#shared/money.ts'
import { callPrice, canBeBought, cardLimits, isBookable, shorten, unlockLabel } from '#web/features/directory/investor/labels.ts'
import { VerificationBadge } from '#web/features/directory/investor/verification-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Props = {
  investor: Investor
  stats: InvestorStats | undefined
  star: ReactNode
  /** Action button: book, connect, request, or open the unlocked contact. */
  action: ReactNode
  isUnlocked: boolean
  /** See `investorMarks`. */
  marks?: ReactNode
}

/**
 * One card of the marketplace: the investor, the focus, the demand, and the price. The link on its name covers the whole card.
 */
export function MarketCard({ investor, stats, star, action, isUnlocked, marks }: Props) {
  const nameId = useId()
  const { id, name, vcType, isVentureCapital, isAngel, imageUrl, thesis, bio } = investor
  const limits = cardLimits('ping', vcType)
  return (
    <article
      aria-labelledby={nameId}
      className="relative flex h-full flex-col rounded-box border border-rule bg-sheet transition-colors focus-within:border-edge hover:border-edge"
    >
      <div className="flex flex-1 flex-col p-5">
        <header className="flex items-start gap-4">
          <Avatar name={name} src={imageUrl} className="size-12 text-xl" />
          <div className="min-w-0 flex-1">
            <h3 id={nameId} className="text-2xl leading-7 break-words" dir="auto">
              <Link to="/vc/$id" params={{ id }} className="line-clamp-2 after:absolute after:inset-0 focus-visible:outline-none">
                {name}
              </Link>
            </h3>
            <p className="line-clamp-2 text-sm text-soft" dir="auto">
              {roleOrIndependent(investor)}
            </p>
          </div>
          <div className="relative -mt-3 -mr-3">{star}</div>
        </header>
        <p className="mt-3 flex flex-wrap gap-1.5 empty:hidden">
          <VerificationBadge investor={investor} />
          {isVentureCapital && <Badge>VC</Badge>}
          {isAngel && <Badge>Angel</Badge>}
        </p>
        {marks}
        {(thesis ?? bio) && (
          <p className="mt-3 line-clamp-2 text-sm leading-relaxed" dir="auto">
            {thesis ?? bio}
          </p>
        )}
        <dl className="mt-auto grid gap-1 pt-4 text-sm">
          <Terms label="Stages" terms={investor.stages} most={limits.stages} />
          <Terms label={vcType === 'platform' ? 'Sectors' : 'Focus'} terms={investor.sectors} most={limits.sectors} />
        </dl>
      </div>
      <footer className="flex items-center gap-3 border-t border-rule px-5 py-3">
        <p className="min-w-0 flex-1">
          <Price investor={investor} isUnlocked={isUnlocked} />
          <span className="block truncate text-xs text-soft">{demandLabel(stats)}</span>
        </p>
        <div className="relative shrink-0">{action}</div>
      </footer>
    </article>
  )
}

function Price({ investor, isUnlocked }: { investor: Investor; isUnlocked: boolean }) {
  if (isUnlocked) return <span className="block font-serif text-2xl leading-7 text-green">Unlocked</span>
  if (!canBeBought(investor)) return <span className="block text-sm text-brass">{unlockLabel(investor)}</span>
  const [price, call] = [displayPrice(investor), callPrice(investor)]
  return (
    <span className="block font-serif text-2xl leading-7 text-brass">
      {formatPrice(price)}
      {isBookable(investor) && call !== price && (
        <span className="ml-2 font-sans text-xs text-soft">Call {formatPrice(call)}</span>
      )}
    </span>
  )
}

function demandLabel(stats: InvestorStats | undefined): string {
  const requests = stats?.totalRequests ?? 0
  if (requests === 0) return 'No requests in 30 days'
  return requests === 1 ? '1 request in 30 days' : `${requests} requests in 30 days`
}

function Terms({ label, terms, most }: { label: string; terms: readonly string[]; most: number }) {
  const { shown, more } = shorten(terms, most)
  return (
    <div className="flex gap-3">
      <dt className="w-14 shrink-0 text-soft">{label}</dt>
      <dd className="min-w-0 flex-1">
        <bdi>{shown.join(', ') || 'Not given'}</bdi>
        {more && <span className="whitespace-nowrap text-soft"> {more}</span>}
      </dd>
    </div>
  )
}
