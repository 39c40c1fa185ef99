import type { ApplicationDraft } from '#shared/applications/draft.ts'
import { previewEarnings } from '#shared/applications/preview.ts'
import { CHARITY_REASON, ESTIMATE_LINE, ESTIMATE_REASON } from '#shared/earnings/estimate.ts'
import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'
import { formatCents } from '#shared/money.ts'

/** Earnings of an unlock at the price typed so far. */
export function EarningsNote({ draft }: { draft: ApplicationDraft }) {
  const { charged, perUnlock, afterFees, perWeek, isMinimum } = previewEarnings(draft)
  return (
    <section aria-label="Earnings per unlock" className="rounded-box border border-rule bg-well px-5 py-4">
      <p className="column-head">{draft.donateToCharity ? 'Given per unlock' : 'You earn per unlock'}</p>
      <p className="mt-1 font-serif text-5xl text-brass">{formatCents(perUnlock)}</p>
      <p className="mt-2 text-sm">
        {INVESTOR_SHARE_PERCENT}% of each unlock
        <span className="text-soft"> at {formatCents(charged)}</span>
        {isMinimum && <span className="text-soft"> (Charged $0.50 - card provider minimum)</span>}
      </p>
      {!draft.donateToCharity && (
        <p className="text-sm text-soft">
          {ESTIMATE_LINE}: {formatCents(afterFees)}
        </p>
      )}
      <p className="mt-1 text-sm text-soft">{draft.donateToCharity ? CHARITY_REASON : ESTIMATE_REASON}</p>
      <p className="mt-3 border-t border-rule pt-3 text-sm text-soft">
        {draft.donateToCharity
          ? `Goes to ${draft.charityOfChoice.trim() || 'the charity you name'}.`
          : `Up to ${formatCents(perWeek)} a week if all introductions are sold.`}
      </p>
    </section>
  )
}
