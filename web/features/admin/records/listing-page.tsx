import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type AdminListing, EditFacts, ReplaceContact } from '#shared/admin/listings.ts'
import { isPausedAt } from '#shared/directory/paused.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { editListing, pauseListing, readListing, replaceListingContact } from '#web/features/admin/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { FieldsForm } from './fields-form.tsx'
import { valuesOf } from './form-fields.ts'
import { contactChange, contactFields, contactValues, factsChange, factsFields } from './listing-fields.ts'
import { PauseForm } from './pause-form.tsx'
import { RecordSection } from './record-frame.tsx'
import { RecordScreen } from './record-screen.tsx'

type Props = { self: UserId; id: VcId; withProof: WithProof }

const NOTICE = 'The investor gets a notice and an email. Only admins see your reason.'

/** A listing of an investor: an admin edits its public fields, replaces its contact details, and pauses it. */
export function ListingPage({ id, ...props }: Props) {
  const read = useCallback(() => readListing(id), [id])
  return (
    <RecordScreen id={id} {...props} read={read} sentence="The investor was notified.">
      {(listing, { decide, isBusy }) => (
        <>
          <PageHeading
            title={<bdi>{listing.facts.partnerName || listing.facts.fundName}</bdi>}
            lead={<Standing listing={listing} />}
          />
          <RecordSection title="Pause">
            <PauseForm
              listing={listing}
              isBusy={isBusy}
              onPause={(until) =>
                decide(
                  until === null
                    ? { name: 'resume', title: 'Resume the listing', text: NOTICE, action: 'Resume', done: 'Resumed' }
                    : { name: 'pause', title: 'Pause the listing', text: NOTICE, action: 'Pause', done: 'Paused' },
                  (decision) => pauseListing(id, { until, ...decision }),
                )
              }
            />
          </RecordSection>
          <RecordSection
            title="Public fields"
            lead="Founders see a change at once, and it needs no other review. The log keeps the texts before and after."
          >
            <FieldsForm
              draftId={`admin:facts:${id}`}
              fields={factsFields(listing)}
              current={valuesOf(factsFields(listing), listing.facts)}
              schema={EditFacts.entries.change}
              toChange={factsChange}
              showsStored
              action="Save…"
              isBusy={isBusy}
              onSend={(change, clear) =>
                decide({ name: 'facts', title: 'Change the listing', text: NOTICE, action: 'Save', done: 'Saved' }, (decision) =>
                  editListing(id, { change, ...decision }).then(clear),
                )
              }
            />
          </RecordSection>
          <RecordSection
            title="Contact details"
            lead="They are not shown to admins, and are in no log. Buyers of the contact get the new ones at once."
          >
            <FieldsForm
              draftId={`admin:contact:${id}`}
              fields={contactFields(listing)}
              current={contactValues(listing)}
              schema={ReplaceContact.entries.change}
              toChange={contactChange}
              action="Replace…"
              isBusy={isBusy}
              onSend={(change, clear) =>
                decide(
                  { name: 'contact', title: 'Replace contact details', text: NOTICE, action: 'Replace', done: 'Replaced' },
                  (decision) => replaceListingContact(id, { change, ...decision }).then(clear),
                )
              }
            />
          </RecordSection>
        </>
      )}
    </RecordScreen>
  )
}

function Standing({
  listing: { id, facts, website, principalId, isVerified, isActive, reviewStatus, pausedUntil },
}: {
  listing: AdminListing
}) {
  const link = 'flex min-h-11 items-center text-base underline underline-offset-4'
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <bdi>{facts.fundName}</bdi>
      <span className="flex flex-wrap gap-1.5">
        {isVerified && isActive ? <VerifiedBadge /> : <Badge>{reviewStatus}</Badge>}
        {isPausedAt(pausedUntil, Date.now()) && <Badge tone="brass">Paused</Badge>}
      </span>
      {isVerified && isActive && (
        <Link to="/vc/$id" params={{ id }} className={link}>
          Open the profile
        </Link>
      )}
      {principalId && (
        <Link to="/admin" search={{ person: principalId }} className={link}>
          Open the customer
        </Link>
      )}
      {website && (
        <a href={website} rel="noreferrer" target="_blank" className={`${link} break-all`}>
          Website
        </a>
      )}
    </span>
  )
}
