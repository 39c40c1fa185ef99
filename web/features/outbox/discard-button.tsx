import { useState } from 'react'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { discardEntry } from '#web/sync/engine/enqueue.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FullText } from './full-text.tsx'

type Props = { entry: OutboxEntry; words: string | undefined }

/** Removes an entry that the server has not accepted from this device, after a confirmation. */
export function DiscardButton({ entry, words }: Props) {
  const [asks, setAsks] = useState(false)
  const close = () => setAsks(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Discard
      </Button>
      <Dialog title="Discard it?" isOpen={asks} onClose={close}>
        <p className="text-soft">
          {words
            ? 'These words are on this device alone. Discarded, they are gone for good.'
            : 'It is taken off this device and never sent.'}
        </p>
        {words && <FullText words={words} className="mt-4 max-h-40" />}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" onClick={() => void discardEntry(entry.id)}>
            Discard for good
          </Button>
        </div>
      </Dialog>
    </>
  )
}
