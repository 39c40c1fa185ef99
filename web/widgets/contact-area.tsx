import { Link, useLocation } from '@tanstack/react-router'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { CallWith } from '#web/features/bookings/calls/call-with.tsx'
import { LeaseExpired } from '#web/features/contacts/lease-expired-notice.tsx'
import { useIsContactHidden } from '#web/features/contacts/queries.ts'
import { UnlockedCard } from '#web/features/contacts/unlocked-card.tsx'
import { connectLabel, isForSale, isPaused, unlockLabel } from '#web/features/directory/investor/labels.ts'
import { LimitNote } from '#web/features/directory/investor/limit-note.tsx'
import { PushOffer } from '#web/features/push/push-offer.tsx'
import { LockedCard } from '#web/features/unlocks/locked-card.tsx'
import { UnverifiedCard } from '#web/features/unlocks/unverified-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnCard, useIsOwnListing } from './own-card.tsx'
import { SaveToAccount } from './save-to-account.tsx'

type Props = {
  investor: Investor
  contact: Contact | null | undefined
  isOffline: boolean
  onUnlock: () => void
  onBook: () => void
  /** Label of the unlock button; without it there is one button, which books a call if the investor offers calls. */
  label?: string | undefined
  /** The payment that was just made on this page. */
  paymentIntentId: string | undefined
}

/** The sidebar of an investor's page: unlocked, locked, or not for sale. The data on this device decides, also offline. */
export function ContactArea({ investor, contact, isOffline, onUnlock, onBook, label, paymentIntentId }: Props) {
  const user = useUser()
  const isHidden = useIsContactHidden(investor.id)
  const isOwn = useIsOwnListing(investor.id)
  if (isOwn) return <OwnCard id={investor.id} />
  if (contact) {
    return (
      <UnlockedCard contact={contact} isOffline={isOffline}>
        <CallWith vcId={investor.id} className="mt-4" />
        <SaveToAccount next={`/contacts/${investor.id}`} />
        {user && <PushOffer className="mt-4" />}
        <AfterUnlock id={investor.id} paymentIntentId={paymentIntentId} />
      </UnlockedCard>
    )
  }
  if (isHidden)
    return (
      <LeaseExpired title={<h2>Unlocked by you</h2>}>
        <p>Not confirmed for 30 days. Your contact is still saved. Reconnect once to show it again.</p>
      </LeaseExpired>
    )
  if (!investor.isVerified)
    return (
      <UnverifiedCard
        investor={investor}
        isOffline={isOffline}
        reachMe={user === null ? <ReachMe /> : <PushOffer className="mt-4" />}
      />
    )
  const action = isForSale(investor) ? (
    <Actions investor={investor} label={label} onUnlock={onUnlock} onBook={onBook} />
  ) : isPaused(investor) ? (
    <Notice title={unlockLabel(investor)}>No new unlocks and calls until then. Save the investor to come back.</Notice>
  ) : (
    !investor.isPurchasable && <Notice>This price is above the card limit. Contact support to arrange payment.</Notice>
  )
  return (
    <>
      <LockedCard investor={investor} limit={<LimitNote investor={investor} />} action={action} />
      <CallWith vcId={investor.id} className="mt-4">
        <SaveToAccount next="/calls" />
      </CallWith>
    </>
  )
}

function Actions({ investor, label, onUnlock, onBook }: Pick<Props, 'investor' | 'label' | 'onUnlock' | 'onBook'>) {
  const call = connectLabel(investor)
  if (label === undefined)
    return (
      <Button variant="brass" className="w-full" onClick={onBook}>
        {call}
      </Button>
    )
  return (
    <div className="grid gap-3">
      <Button variant="brass" className="w-full" onClick={onUnlock}>
        {label}
      </Button>
      {investor.hasMeetingLink && (
        <Button variant="outline" className="w-full" onClick={onBook}>
          {call}
        </Button>
      )}
    </div>
  )
}

/** A guest has no address; the request is transferred when they sign up. */
function ReachMe() {
  const { href } = useLocation()
  return (
    <p className="mt-4 text-sm text-soft">
      We don’t have your email yet.{' '}
      <Link to="/signup" search={{ next: href }} className="text-ink underline underline-offset-4">
        Create an account
      </Link>{' '}
      so we can reach you.
    </p>
  )
}

/** Directly after payment the confirmation page, later the page of the contact: both contain the introduction. */
function AfterUnlock({ id, paymentIntentId }: { id: Investor['id']; paymentIntentId: string | undefined }) {
  const look = 'mt-4 flex min-h-11 items-center justify-center text-sm underline underline-offset-4'
  return paymentIntentId ? (
    <Link to="/payment-success/$paymentIntentId" params={{ paymentIntentId }} className={look}>
      Receipt and introduction
    </Link>
  ) : (
    <Link to="/contacts/$id" params={{ id }} className={look}>
      Introduction and notes
    </Link>
  )
}
