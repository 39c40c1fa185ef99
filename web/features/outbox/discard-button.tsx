import { useState } from 'react'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { discardEntry } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FullText } from './full-text.tsx'

type Props = { entry: OutboxEntry; words: string | undefined }

/** Removes an entry that the server has not accepted from this device, after a confirmation. */
export function DiscardButton({ entry, words }: Props) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Discard
      </Button>
      <ConfirmDialog
        title="Discard it?"
        isOpen={asks}
        stay="Keep"
        onStay={() => setAsks(false)}
        action="Discard permanently"
        variant="danger"
        onAct={() => void discardEntry(entry.id)}
      >
        <p className="text-soft">
          {words
            ? 'This text exists only on this device. Discarding it can’t be undone.'
            : 'It is deleted from this device and not sent.'}
        </p>
        {words && <FullText words={words} className="mt-4 max-h-40" />}
      </ConfirmDialog>
    </>
  )
}
