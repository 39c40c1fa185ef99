import { type SubmitEvent, useState } from 'react'
import * as v from 'valibot'
import type { RequestReceived } from '#shared/listings/activity.ts'
import { ReplyChoice } from '#shared/replies/contract.ts'
import { NotStoredNotice } from '#web/forms/not-stored-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { GivenReply } from './given-reply.tsx'
import { giveReply } from './mutations.ts'
import { ReplyFields } from './reply-fields.tsx'

/** The investor's reply to one request: the form, and then what was sent. It works offline. */
export function ReplyToFounder({ id, founderName, reply }: Pick<RequestReceived, 'id' | 'founderName' | 'reply'>) {
  const { values, change, clear } = useDraft(`reply:${id}`, { choice: '', text: '' })
  const [state, setState] = useState<'writing' | 'saving' | 'unsaved'>('writing')
  if (reply) return <GivenReply reply={reply} title="Your reply" />
  const choice = v.is(ReplyChoice, values.choice) ? values.choice : undefined

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!choice) return
    setState('saving')
    const sent = await giveReply({ requestId: id, choice, text: values.text.trim() }).catch(() => undefined)
    if (sent === undefined) return setState('unsaved')
    await clear()
    setState('writing')
  }
  return (
    <form onSubmit={send} className="grid gap-3 pb-4">
      <ReplyFields
        founderName={founderName}
        choice={choice}
        text={values.text}
        onChoose={(next) => change('choice', next)}
        onText={(next) => change('text', next)}
      />
      {state === 'unsaved' && <NotStoredNotice />}
      {choice && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" isBusy={state === 'saving'}>
            Send reply
          </Button>
          <p className="text-sm text-soft">A reply can’t be changed later.</p>
        </div>
      )}
    </form>
  )
}
