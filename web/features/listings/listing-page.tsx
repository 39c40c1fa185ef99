import { Link } from '@tanstack/react-router'
import { ArrowUpRight, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { roleLine } from '#shared/directory/title.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { listingStatusOf } from '#shared/listings/status.ts'
import { formatPrice } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { discardEntry, retryRefused } from '#web/sync/engine/sync-port.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { CalendarSection } from './calendar/calendar-section.tsx'
import { HoursSection } from './hours/hours-section.tsx'
import { StandingBadge } from './listing-status-badge.tsx'
import { StandingNotice } from './listing-status-notice.tsx'
import { FiguresStrip } from './metrics-strip.tsx'
import { PauseControl } from './pause-control.tsx'
import { useHasListingDraft, useListingFigures, useUnsentEdit } from './queries.ts'
import { ReplyDaysControl } from './reply-days-control.tsx'

/** The user's own listing: its status, its results, its content. */
export function ListingPage({ listing }: { listing: OwnListing }) {
  const { id, partnerName, fundName, position, logoUrl } = listing
  const figures = useListingFigures(id)
  const hasDraft = useHasListingDraft(id)
  return (
    <Sheet aria-label={`Investor profile of ${partnerName}`}>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Avatar name={partnerName} src={logoUrl} className="size-16 text-3xl" />
        <div className="min-w-48 flex-1">
          <StandingBadge listing={listing} />
          <h2 className="mt-1.5 text-3xl break-words" dir="auto">
            {partnerName}
          </h2>
          <p className="text-soft" dir="auto">
            {roleLine({ name: partnerName, position, fund: fundName })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          {listingStatusOf(listing) === 'live' && (
            <Link to="/vc/$id" params={{ id }} className={buttonClass('outline')}>
              Public page
              <ArrowUpRight className="size-4" aria-hidden="true" />
            </Link>
          )}
          <Link to="/edit-listing/$id" params={{ id }} className={buttonClass()}>
            <PenLine className="size-4" aria-hidden="true" />
            Edit listing
          </Link>
        </div>
      </div>
      <div className="mt-5 grid gap-3 empty:hidden">
        <StandingNotice listing={listing} />
        <UnsentNotice id={id} />
        {hasDraft && (
          <Notice title="Not saved yet">
            You have changed this listing and not saved it. The changes are kept on this device.
          </Notice>
        )}
      </div>
      <div className="mt-6">
        <FiguresStrip figures={figures} />
      </div>
      {listingStatusOf(listing) === 'live' && (
        <>
          <PauseControl listing={listing} />
          <ReplyDaysControl listing={listing} />
          <HoursSection listing={listing} />
          <CalendarSection id={id} />
        </>
      )}
      <Facts listing={listing} />
    </Sheet>
  )
}

function UnsentNotice({ id }: { id: OwnListing['id'] }) {
  const unsent = useUnsentEdit(id)
  if (!unsent) return null
  if (unsent.state === 'waiting') {
    return <Notice title="Saved on this device">Your changes are sent when you are online.</Notice>
  }
  return (
    <Notice tone="red" title="A change was not accepted">
      <p>
        {unsent.entry.refusal?.message}
        {unsent.entry.name === 'listing.edit' && ' Your text is saved on this device.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => retryRefused(unsent.entry.id)}>
          Try again
        </Button>
        <Button variant="quiet" onClick={() => discardEntry(unsent.entry.id)}>
          Discard the change
        </Button>
      </div>
    </Notice>
  )
}

function Facts({ listing }: { listing: OwnListing }) {
  const { price, weeklyIntroLimit, stage, sectors, contactType, contactHandle, investmentThesis, bio, location } = listing
  const { amount, isMinimum } = quote({ kind: 'vc_unlock', vcType: 'platform', price })
  return (
    <dl className="mt-2">
      <Fact label="Price per unlock">
        <span className="text-brass">{formatPrice(amount)}</span>
        {price === null && <span className="text-soft"> (default)</span>}
        {isMinimum && <span className="text-soft"> (card provider minimum)</span>}
      </Fact>
      <Fact label="Weekly intro limit">{weeklyIntroLimit}</Fact>
      <Fact label="Stages">{stage.join(', ') || 'Not given'}</Fact>
      <Fact label="Sectors">{sectors.join(', ') || 'Not given'}</Fact>
      <Fact label="Location">{location ?? 'Not given'}</Fact>
      <Fact label={contactType === 'telegram' ? 'Telegram, after unlock' : 'Meeting link, after unlock'}>
        <span className="break-all">{contactHandle ?? 'Not given'}</span>
      </Fact>
      <Fact label="Thesis">{investmentThesis ? <LongText text={investmentThesis} /> : 'Not given'}</Fact>
      <Fact label="About">{bio ? <LongText text={bio} /> : 'Not given'}</Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-6 border-b border-rule py-3 last:border-0 sm:grid-cols-[13rem_minmax(0,1fr)]">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0" dir="auto">
      {children}
    </dd>
  </div>
)
