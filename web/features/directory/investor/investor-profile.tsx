import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { replyPromise } from '#shared/replies/reply-days.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { isPriced, limitLabel, unlockLabel } from './labels.ts'

/** The specified text where an investor gave none. */
export const NO_PERFORMANCE = 'Portfolio performance information not provided by this investor.'

/** Profile of an investor, in sections. */
export function InvestorProfile({ investor }: { investor: Investor }) {
  const { bio, thesis, portfolioPerformance } = investor
  return (
    <>
      <ProfileSection title="Investment Focus">
        <FocusTable investor={investor} />
      </ProfileSection>
      {bio && (
        <ProfileSection title="About">
          <LongText text={bio} />
        </ProfileSection>
      )}
      {thesis && (
        <ProfileSection title="Investment Thesis">
          <LongText text={thesis} />
        </ProfileSection>
      )}
      <ProfileSection title="Portfolio Performance">
        {portfolioPerformance ? <LongText text={portfolioPerformance} /> : <p className="text-soft">{NO_PERFORMANCE}</p>}
      </ProfileSection>
    </>
  )
}

export function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-b border-rule py-7 md:grid-cols-[11rem_minmax(0,1fr)]">
      <h2 className="text-2xl">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function FocusTable({ investor }: { investor: Investor }) {
  const { stages, sectors, vcType } = investor
  const limit = limitLabel(investor)
  return (
    <dl className="-my-2 text-[0.9375rem]">
      <FocusRow label="Stages">{stages.join(', ') || 'Not given'}</FocusRow>
      <FocusRow label="Primary sectors">{sectors.join(', ') || 'Not given'}</FocusRow>
      <FocusRow label="Unlock price">
        <span className="text-brass">{unlockPrice(investor)}</span>
      </FocusRow>
      <FocusRow label="Monthly limit">
        {limit ? `${limit.perMonth} ${limit.perMonth === 1 ? 'introduction' : 'introductions'}` : 'No limit'}
        {limit && vcType === 'platform' && <span className="block text-sm text-soft">{limit.explanation}</span>}
      </FocusRow>
      {vcType === 'platform' && investor.isVerified && <FocusRow label="Reply">{replyPromise(investor.replyDays)}</FocusRow>}
    </dl>
  )
}

function FocusRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-2.5 last:border-0">
      <dt className="text-soft">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

function unlockPrice(investor: Investor) {
  if (!investor.isVerified) return 'By introduction only'
  return isPriced(investor) ? formatPrice(investor.quote) : unlockLabel(investor)
}
