import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FullText } from './full-text.tsx'

type Props = { words: string | undefined; onDiscard: () => void }

/** Removes an entry that the server has not accepted from this device, after a confirmation. */
export function DiscardButton({ words, onDiscard }: Props) {
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
        onAct={onDiscard}
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
