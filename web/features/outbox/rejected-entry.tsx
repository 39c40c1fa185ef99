import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { discardEntry, retryRefused } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDayTime } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toast.ts'
import { type Described, describe } from './describe-mutation.ts'
import { DiscardButton } from './discard-button.tsx'
import { EditRejected } from './edit-rejected.tsx'
import { EntryLine, type NameOf } from './entry-row.tsx'

type Props = { entry: OutboxEntry; nameOf: NameOf; stages: StageLabels | undefined }

/** A rejected mutation: its text, the reason, and the available actions. Nothing happens to it automatically. */
export function RefusedEntry({ entry, nameOf, stages }: Props) {
  const [isEditing, setEditing] = useState(false)
  const described = describe(entry, stages)
  const { correction, words } = described
  const close = () => setEditing(false)
  const retry = () =>
    retryRefused(entry.id).catch(() =>
      toast({ title: 'Error', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' }),
    )
  return (
    <EntryLine
      described={described}
      nameOf={nameOf}
      isWhole
      note={`Written ${formatDayTime(entry.madeAt)}`}
      reason={entry.refusal?.message}
    >
      <div className="mt-3 flex flex-wrap gap-2">
        <Edit entry={entry} described={described} onEdit={() => setEditing(true)} />
        <Button variant="outline" onClick={() => void retry()}>
          Try again
        </Button>
        {words && <CopyButton text={words} thing="Text" />}
        <DiscardButton words={words} onDiscard={() => void discardEntry(entry.id)} />
      </div>
      {isEditing && correction?.kind === 'text' && (
        <EditRejected entry={entry} {...correction} words={words ?? ''} onClose={close} />
      )}
    </EntryLine>
  )
}

type EditProps = { entry: OutboxEntry; described: Described; onEdit: () => void }

function Edit({ entry, described: { correction }, onEdit }: EditProps) {
  if (correction?.kind === 'text') return <Button onClick={onEdit}>Edit</Button>
  if (correction?.kind === 'form')
    return (
      <Link to={correction.to} search={{ edit: entry.id }} className={buttonClass()}>
        Edit
      </Link>
    )
  if (correction?.kind === 'page')
    return (
      <Link to={correction.to} className={buttonClass()}>
        Open it
      </Link>
    )
  return null
}
