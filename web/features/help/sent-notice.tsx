import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import type { HelpForm } from './forms.ts'
import { useOutcome } from './queries.ts'

/**
 * Delivery state of the ticket that was just sent. Until the server has accepted it, the notice only states that it is on this
 * device.
 */
export function SentNote({ id, form }: { id: string; form: HelpForm }) {
  const outcome = useOutcome(id)
  const isOnline = useOnline()
  const acknowledgement = outcome?.kind === 'taken' ? outcome.acknowledgement : undefined
  const refusal = outcome?.kind === 'refused' ? outcome.message : undefined
  useEffect(() => {
    if (acknowledgement) toast({ title: form.taken, description: acknowledgement })
  }, [acknowledgement, form])
  useEffect(() => {
    if (refusal !== undefined) toast({ title: 'Error', description: refusal || form.failed, variant: 'destructive' })
  }, [refusal, form])

  if (refusal !== undefined)
    return (
      <Notice tone="red" title="Not accepted">
        {refusal || form.failed} Your text is saved:{' '}
        <Link to="/outbox" className="underline underline-offset-4">
          edit it in the outbox
        </Link>
        .
      </Notice>
    )
  return (
    <p role="status" className="rounded-field bg-well px-4 py-3 text-sm">
      {acknowledgement ? (
        <>
          <span className="font-medium">{form.taken}</span> <span className="text-soft">{acknowledgement}</span>
        </>
      ) : isOnline ? (
        'Saved on this device, sending…'
      ) : (
        'Saved on this device. Sends when you are online'
      )}
    </p>
  )
}
