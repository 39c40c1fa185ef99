import { type SubmitEvent, useState } from 'react'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { MutationId } from '#shared/ids.ts'
import { MAX_INTRO_MESSAGE_LENGTH } from '#shared/unlocks/intro.ts'
import { NotStoredNotice } from '#web/forms/not-stored-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { requestIntro } from './mutations.ts'
import { useDelivery } from './queries.ts'

type Props = {
  investor: Investor
  isOffline: boolean
  /** Message of an existing request. */
  written: string
  onClose: () => void
}

/** Requests an introduction by the team; works offline, because the request is sent through the outbox. */
export function IntroDialog({ investor, isOffline, written, onClose }: Props) {
  const { values, change, clear } = useDraft(`intro:${investor.id}`, { message: written })
  const { message } = values
  const [state, setState] = useState<'writing' | 'saving' | 'unsaved'>('writing')
  const [sentId, setSentId] = useState<MutationId>()

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setState('saving')
    // Resolves once the mutation is stored on this device, with or without a network.
    const id = await requestIntro({ vcId: investor.id, message: message.trim() }).catch(() => undefined)
    if (id === undefined) return setState('unsaved')
    setSentId(id)
    await clear()
  }

  return (
    <Dialog title="Request Introduction" isOpen onClose={onClose} canClose={state !== 'saving' || sentId !== undefined}>
      {sentId ? (
        <IntroSaved name={investor.name} id={sentId} isOffline={isOffline} onClose={onClose} />
      ) : (
        <form onSubmit={send} className="grid gap-5">
          <p className="text-soft">
            We contact <bdi className="text-ink">{investor.name}</bdi> on your behalf. Free of charge.
          </p>
          <TextArea
            label="Your message"
            optional
            rows={5}
            maxLength={MAX_INTRO_MESSAGE_LENGTH}
            placeholder="What you are building and why this investor."
            value={message}
            onChange={(event) => change('message', event.target.value)}
          />
          {state === 'unsaved' && <NotStoredNotice />}
          <Button type="submit" isBusy={state === 'saving'} className="w-full">
            Request Introduction
          </Button>
        </form>
      )}
    </Dialog>
  )
}

/** Delivery state of the request: "on this device" until the server has accepted it. */
function IntroSaved({ name, id, isOffline, onClose }: { name: string; id: MutationId; isOffline: boolean; onClose: () => void }) {
  const delivery = useDelivery(id)
  const waiting = isOffline ? 'Saved on this device. Sends when you are online' : 'Saved on this device, sending…'
  return (
    <div className="grid gap-5">
      <p role="status" className="font-serif text-2xl">
        {delivery?.kind === 'taken' ? 'Request received' : delivery?.kind === 'refused' ? 'Not accepted' : waiting}
      </p>
      {delivery?.kind === 'refused' ? (
        <Notice tone="red">{delivery.message}</Notice>
      ) : (
        <ol className="grid list-inside list-decimal gap-2 border-y border-rule py-4 text-sm">
          <li>
            We write to <bdi>{name}</bdi> personally, usually within {REVIEW_TIME}.
          </li>
          <li>They are invited to join and see your message.</li>
          <li>Once they agree, we introduce you by email. Create an account so we can reach you.</li>
        </ol>
      )}
      <Button variant="outline" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
