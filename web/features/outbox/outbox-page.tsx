import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { type PhotoDraft, photoDraftId } from '#web/db/photo-queue.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { storeDraft } from '#web/forms/local-draft.ts'
import { discardEntry, requestSync } from '#web/sync/engine/sync-port.ts'
import type { SyncStatus } from '#web/sync/tab/use-sync-status.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDayTime } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { describe } from './describe-mutation.ts'
import { DiscardButton } from './discard-button.tsx'
import { EntryLine, type NameOf } from './entry-row.tsx'
import { type OutboxSummary, outboxSummary } from './outbox-summary.ts'
import type { Outbox } from './queries.ts'
import { RefusedEntry } from './rejected-entry.tsx'

type Props = {
  outbox: Outbox | undefined
  status: SyncStatus
  /** Whether the server answered the last request. */
  isReached: boolean
  nameOf: NameOf
  /** The user's own names of the stages of a conversation. */
  stages?: StageLabels
}

/** Every mutation of this device by status: rejected, pending, sent. */
export function OutboxPage({ outbox, status, isReached, nameOf, stages }: Props) {
  return (
    <div className="frame max-w-3xl pt-8 pb-16 sm:pt-12">
      <PageHeading title="Outbox" lead="Changes on this device and their sync status." />
      {outbox ? (
        <Filled {...{ outbox, status, isReached, nameOf, stages }} />
      ) : (
        <>
          <Skeleton className="mb-8 h-24 w-full" />
          <Skeleton className="h-40 w-full" />
        </>
      )}
    </div>
  )
}

function Filled({ outbox, status, isReached, nameOf, stages }: Props & { outbox: Outbox }) {
  const { waiting, refused, sent, drafts, photos } = outbox
  const putOff = waiting.filter(({ putOffAt }) => putOffAt !== undefined).length
  const summary = outboxSummary(status, { waiting: waiting.length, putOff, refused: refused.length, photos: photos.length })
  const isSending = isReached && waiting.length > putOff
  return (
    <>
      <Standing summary={summary} isGrave={status.kind === 'attention' || status.kind === 'sign-in'} />
      {refused.length > 0 && (
        <Section title="Needs your decision" count={refused.length}>
          {refused.map((entry) => (
            <li key={entry.id}>
              <RefusedEntry entry={entry} nameOf={nameOf} stages={stages} />
            </li>
          ))}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={isSending ? 'Being sent' : 'Waiting'} count={waiting.length}>
          {waiting.map((entry) => (
            <li key={entry.id}>
              <WaitingEntry entry={entry} nameOf={nameOf} stages={stages} />
            </li>
          ))}
        </Section>
      )}
      {photos.length > 0 && (
        <Section title="Photos on this device only" count={photos.length}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <WaitingPhoto photo={photo} nameOf={nameOf} />
            </li>
          ))}
        </Section>
      )}
      {drafts > 0 && (
        <p className="mb-10 text-sm text-soft">
          {drafts === 1 ? 'One draft is' : `${drafts} drafts are`} also saved on this device. Drafts are sent when you submit the
          form.
        </p>
      )}
      {sent.length > 0 && (
        <Section title="Sent in the last week" count={sent.length}>
          {sent.map((entry) => (
            <li key={entry.id}>
              <EntryLine described={describe(entry, stages)} nameOf={nameOf} note={`Sent ${formatDayTime(entry.sentAt)}`} />
            </li>
          ))}
        </Section>
      )}
      {waiting.length + refused.length + photos.length + sent.length === 0 && (
        <EmptyState icon={<MailCheck className="size-8" strokeWidth={1.25} aria-hidden="true" />} title="No recent changes">
          <p>Notes, votes, requests and messages appear here, also offline.</p>
        </EmptyState>
      )}
    </>
  )
}

/** A deferred mutation may never be accepted, so its author can already copy or discard it. */
function WaitingEntry({ entry, nameOf, stages }: Pick<Props, 'nameOf' | 'stages'> & { entry: OutboxEntry }) {
  const described = describe(entry, stages)
  const { words } = described
  return (
    <EntryLine described={described} nameOf={nameOf} note={noteOf(entry)}>
      {entry.putOffAt && (
        <div className="mt-3 flex flex-wrap gap-2">
          {words && <CopyButton text={words} thing="Text" />}
          <DiscardButton words={words} onDiscard={() => void discardEntry(entry.id)} />
        </div>
      )}
    </EntryLine>
  )
}

/** A photo that the server does not accept can be discarded; its contact may be gone. */
function WaitingPhoto({ photo: { id, contactId, takenAt, refusal }, nameOf }: { photo: PhotoDraft; nameOf: NameOf }) {
  const described = { title: 'Photo', about: { kind: 'investor', id: contactId } } as const
  const db = usePrivateDb()
  return (
    <EntryLine described={described} nameOf={nameOf} note={`Taken ${formatDayTime(takenAt)}`} reason={refusal?.message}>
      {refusal && db && (
        <div className="mt-3">
          <DiscardButton words={undefined} onDiscard={() => void storeDraft(db, photoDraftId(id), undefined)} />
        </div>
      )}
    </EntryLine>
  )
}

const noteOf = ({ madeAt, putOffAt }: OutboxEntry) =>
  putOffAt ? 'Server busy. Retrying automatically' : `Written ${formatDayTime(madeAt)}`

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-10">
      <h2 className="border-b border-edge pb-2 text-2xl">
        {title} <span className="font-sans text-base text-soft">{formatCount(count)}</span>
      </h2>
      <ol className="divide-y divide-rule border-b border-rule">{children}</ol>
    </section>
  )
}

function Standing({ summary: { title, text, action }, isGrave }: { summary: OutboxSummary; isGrave: boolean }) {
  return (
    <div className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-box border border-rule bg-sheet p-5 sm:p-6">
      <div role="status" className="min-w-0 flex-[1_1_16rem]">
        <p className={`font-serif text-2xl ${isGrave ? 'text-red' : ''}`}>{title}</p>
        <p className="mt-1 text-soft">{text}</p>
      </div>
      {action === 'sign-in' && (
        <Link to="/auth" search={{ next: '/outbox' }} className={buttonClass()}>
          Sign in
        </Link>
      )}
      {action === 'try-now' && <TryNow />}
      {action === 'reload' && (
        <Button variant="outline" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </div>
  )
}

/** A request that fails immediately would leave the page as it was: the button shows that one was made, and says when it failed. */
const TRY_MS = 2000

function TryNow() {
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'trying') return
    const timer = setTimeout(() => setState('failed'), TRY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const tryNow = () => {
    requestSync()
    setState('trying')
  }
  return (
    <div className="grid justify-items-end gap-1">
      <Button variant="outline" isBusy={state === 'trying'} onClick={tryNow}>
        {state === 'trying' ? 'Trying…' : 'Try now'}
      </Button>
      <p role="status" className="text-sm text-soft">
        {state === 'failed' && 'The server has not answered yet. The app tries again automatically.'}
      </p>
    </div>
  )
}
