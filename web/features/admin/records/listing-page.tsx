import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type AdminListing, EditFacts, ReplaceContact } from '#shared/admin/listings.ts'
import { isPausedAt } from '#shared/directory/paused.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { editListing, pauseListing, readListing, replaceListingContact } from '#web/features/admin/api.ts'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import { ForbiddenPage } from '#web/features/admin/forbidden-page.tsx'
import { OfflineNotice } from '#web/features/admin/offline-notice.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { FieldsForm } from './fields-form.tsx'
import { valuesOf } from './form-fields.ts'
import { contactChange, contactFields, contactValues, factsChange, factsFields } from './listing-fields.ts'
import { PauseForm } from './pause-form.tsx'
import { MissingRecord, RecordFrame, RecordLoading, RecordSection } from './record-frame.tsx'
import { useLoaded } from './use-loaded.ts'

type Props = { self: UserId; id: VcId; withProof: WithProof }

const REASON = { label: 'Reason', missing: 'Enter a reason.' }
const NOTICE = 'The investor gets a notice and an email. Only admins see your reason.'

/** A listing of an investor: an admin edits its public fields, replaces its contact details, and pauses it. */
export function ListingPage({ self, id, withProof }: Props) {
  const isOnline = useOnline()
  const { state, reload } = useLoaded(
    useCallback(() => readListing(id), [id]),
    isOnline,
  )
  const { settle, busyWith } = useDecision(self, reload, withProof)
  const [question, ask] = useState<Question>()

  if (state.kind === 'refused' && state.status === 404) return <MissingRecord />
  if (state.kind === 'refused') return <ForbiddenPage {...state} onTryAgain={reload} />

  const decide = (
    { version }: AdminListing,
    about: Pick<Question, 'title' | 'text' | 'action'> & { name: string; done: string },
    work: (decision: { reason: string; version: number }) => Promise<unknown>,
  ) =>
    ask({
      ...REASON,
      draftId: `admin:${about.name}-reason:${id}`,
      title: about.title,
      text: about.text,
      action: about.action,
      onDecide: (reason) =>
        settle({ targetId: id, version, title: about.done, sentence: 'The investor was notified.' }, (seen) =>
          work({ reason, version: seen ?? version }),
        ),
    })

  return (
    <RecordFrame>
      {state.kind === 'loading' && <RecordLoading />}
      {state.kind === 'unreachable' && <OfflineNotice isOnline={isOnline} onTryAgain={reload} />}
      {state.kind === 'ready' && (
        <>
          <PageHeading
            title={<bdi>{state.doc.facts.partnerName || state.doc.facts.fundName}</bdi>}
            lead={<Standing listing={state.doc} />}
          />
          <RecordSection title="Pause">
            <PauseForm
              listing={state.doc}
              isBusy={busyWith === id}
              onPause={(until) =>
                decide(
                  state.doc,
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
              fields={factsFields(state.doc)}
              current={valuesOf(factsFields(state.doc), state.doc.facts)}
              schema={EditFacts.entries.change}
              toChange={factsChange}
              showsStored
              action="Save…"
              isBusy={busyWith === id}
              onSend={(change, clear) =>
                decide(
                  state.doc,
                  { name: 'facts', title: 'Change the listing', text: NOTICE, action: 'Save', done: 'Saved' },
                  (decision) => editListing(id, { change, ...decision }).then(clear),
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
              fields={contactFields(state.doc)}
              current={contactValues(state.doc)}
              schema={ReplaceContact.entries.change}
              toChange={contactChange}
              action="Replace…"
              isBusy={busyWith === id}
              onSend={(change, clear) =>
                decide(
                  state.doc,
                  { name: 'contact', title: 'Replace contact details', text: NOTICE, action: 'Replace', done: 'Replaced' },
                  (decision) => replaceListingContact(id, { change, ...decision }).then(clear),
                )
              }
            />
          </RecordSection>
        </>
      )}
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => ask(undefined)} />}
    </RecordFrame>
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
