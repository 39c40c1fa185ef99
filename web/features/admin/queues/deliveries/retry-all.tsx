import { useState } from 'react'
import type { FailedKind } from '#shared/admin/deliveries.ts'
import { count as counted } from '#web/features/admin/format-figures.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Props = {
  of: FailedKind
  what: 'mails' | 'jobs'
  /** @param id  marks the decision as running */
  retry: (id: string) => Promise<unknown>
  busyWith: string | undefined
}

/** Retries all entries of a kind, after a confirmation: many people may get a mail that is old by now. */
export function RetryAll({ of: { kind, count }, what, retry, busyWith }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = `${what}:${kind}`
  const isMail = what === 'mails'
  const confirm = async () => {
    await retry(id)
    setOpen(false)
  }
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {isMail ? `Send all ${count} of ${kind}` : `Run all ${count} of ${kind}`}
      </Button>
      <ConfirmDialog
        title={isMail ? `Send ${counted(count, 'mail')} again?` : `Run ${counted(count, 'job')} now?`}
        isOpen={isOpen}
        stay="Cancel"
        onStay={() => setOpen(false)}
        action={isMail ? 'Send all' : 'Run all'}
        onAct={() => void confirm()}
        isBusy={busyWith === id}
      >
        <p className="text-soft">
          {isMail
            ? 'Each is sent with its text of that time. A mail to a suppressed address fails again at once.'
            : 'Each runs as soon as a worker is free. One that fails again waits for its next attempt.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
