import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ColdFund, DecisionMaker, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { safeUrl } from '#shared/url.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { DecisionMakerRow } from './decision-maker-row.tsx'

type Props = {
  fund: ColdFund
  owned: readonly DecisionMaker[]
  isOffline: boolean
  isGuest?: boolean
  onUnlock: (maker: MaskedDecisionMaker) => void
  /** Actions for the people of the fund on their own entries. */
  children?: ReactNode
}

export function FundPage({ fund, owned, isOffline, isGuest, onUnlock, children }: Props) {
  const website = safeUrl(fund.website)
  return (
    <div className="frame max-w-3xl pt-6 pb-28">
      <TopLinks />
      <header className="rule-double mt-2 flex items-start gap-5 pb-6">
        <Avatar name={fund.fundName} className="size-20 text-4xl" />
        <div className="min-w-0">
          <h1 className="text-4xl break-words sm:text-5xl" dir="auto">
            {fund.fundName}
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Badge>Cold Scout</Badge>
            {website && (
              <a
                href={website}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-6 items-center gap-1.5 text-sm underline decoration-rule underline-offset-4 hover:decoration-ink"
              >
                {readableHost(website)}
                <ExternalLink className="size-3.5" aria-hidden="true" />
              </a>
            )}
          </p>
        </div>
      </header>
      <section aria-labelledby="focus" className="border-b border-rule py-7">
        <h2 id="focus" className="text-2xl">
          Investment Focus
        </h2>
        <p className="mt-3" dir="auto">
          {fund.investmentFocus ?? 'No focus given.'}
        </p>
      </section>
      <section aria-labelledby="makers" className="py-7">
        <h2 id="makers" className="text-2xl">
          Decision Makers
        </h2>
        <p className="mt-2 text-sm text-soft">Unlock each name and its profiles for $1, once. Yours to keep, also offline.</p>
        <SwitchedOffNotice feature="cold-scout" className="mt-4" />
        {isGuest && <SwitchedOffNotice feature="guest-checkout" className="mt-4" />}
        {isOffline && (
          <div className="mt-4">
            <Notice title="You are offline">Reconnect to unlock. Unlocked names stay available.</Notice>
          </div>
        )}
        <ul className="mt-4 border-t border-rule">
          {fund.decisionMakers.map((maker) => (
            <DecisionMakerRow
              key={maker.id}
              maker={maker}
              owned={owned.find(({ id }) => id === maker.id)}
              isOffline={isOffline}
              onUnlock={() => onUnlock(maker)}
            />
          ))}
        </ul>
      </section>
      {children}
    </div>
  )
}

export function FundMissing() {
  usePageTitle('Fund Not Found')
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">Fund Not Found</h1>}
        action={
          <Link to="/ping" className={buttonClass('outline')}>
            Investor marketplace
          </Link>
        }
      >
        <p>It may have been removed, or the link is incomplete.</p>
      </EmptyState>
    </div>
  )
}

function TopLinks() {
  return (
    <p className="flex flex-wrap justify-between gap-x-6 text-sm text-soft">
      <BackLink to="/vcs">Browse VCs</BackLink>
      <Link to="/ping" className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline">
        Investor marketplace
      </Link>
    </p>
  )
}

/** `northgate.example` of a link that is known to be safe. */
const readableHost = (url: string) => new URL(url).hostname.replace(/^www\./, '')
