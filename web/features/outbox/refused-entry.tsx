import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { discardRefused, retryRefused } from '#web/sync/current.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Described, describe } from './describe.ts'
import { EditWords } from './edit-words.tsx'
import { EntryLine, type NameOf } from './entry-line.tsx'
import { moment } from './moment.ts'
import { WholeWords } from './whole-words.tsx'

/** What the server did not take, why, and everything that can be done about it. Nothing happens to it by itself. */
export function RefusedEntry({ entry, nameOf }: { entry: OutboxEntry; nameOf: NameOf }) {
  const [asks, setAsks] = useState<'edit' | 'discard'>()
  const described = describe(entry)
  const { mending, words } = described
  const close = () => setAsks(undefined)
  const retry = () =>
    retryRefused(entry.id).catch(() =>
      toast({ title: 'Error', description: 'This device could not save it. Please try again.', variant: 'destructive' }),
    )
  return (
    <EntryLine
      described={described}
      nameOf={nameOf}
      isWhole
      note={`Written ${moment(entry.madeAt)}`}
      reason={entry.refusal?.message}
    >
      <div className="mt-3 flex flex-wrap gap-2">
        <Edit entry={entry} described={described} onEdit={() => setAsks('edit')} />
        <Button variant="outline" onClick={() => void retry()}>
          Try again
        </Button>
        {words && <CopyButton text={words} thing="Text" />}
        <Button variant="danger" onClick={() => setAsks('discard')}>
          Discard
        </Button>
      </div>
      {asks === 'edit' && mending?.kind === 'text' && (
        <EditWords entry={entry} {...mending} words={words ?? ''} onClose={close} />
      )}
      <Dialog title="Discard it?" isOpen={asks === 'discard'} onClose={close}>
        <p className="text-soft">
          {words
            ? 'These words are on this device alone. Discarded, they are gone for good.'
            : 'It is taken off this device and never sent.'}
        </p>
        {words && <WholeWords words={words} className="mt-4 max-h-40" />}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" onClick={() => void discardRefused(entry.id)}>
            Discard for good
          </Button>
        </div>
      </Dialog>
    </EntryLine>
  )
}

type EditProps = { entry: OutboxEntry; described: Described; onEdit: () => void }

function Edit({ entry, described: { mending }, onEdit }: EditProps) {
  if (mending?.kind === 'text') return <Button onClick={onEdit}>Edit</Button>
  if (mending?.kind === 'form')
    return (
      <Link to={mending.to} search={{ edit: entry.id }} className={buttonClass()}>
        Edit
      </Link>
    )
  if (mending?.kind === 'page')
    return (
      <Link to={mending.to} className={buttonClass()}>
        Open it
      </Link>
    )
  return null
}
