import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import * as v from 'valibot'
import { type Reply, ReplyChoice } from '#shared/replies/contract.ts'
import { messageOfFailure, useLookUp } from '#web/net/use-look-up.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LinkRefused } from '#web/ui/link-refused.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { giveMailedReply, previewReply } from './api.ts'
import { GivenReply } from './given-reply.tsx'
import { ReplyFields } from './reply-fields.tsx'

/** Target of the links in the mail about a sale: `/reply#{token}.{choice}`. Opening it sends nothing: a reply requires the button. */
export function MailedReplyPage() {
  const [token = '', linked] = useLinkToken().split('.')
  const [state, load] = useLookUp(() => previewReply(token))
  const [sent, setSent] = useState<Reply>()
  const [choice, setChoice] = useState(v.is(ReplyChoice, linked) ? linked : undefined)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!choice) return
    setBusy(true)
    setError(undefined)
    try {
      setSent(await giveMailedReply({ token, choice, text: text.trim() }))
      requestSync()
    } catch (failure) {
      setError(messageOfFailure(failure))
    }
    setBusy(false)
  }

  if (state.kind === 'looking') {
    return (
      <NarrowPage title="Your reply">
        <p role="status">Loading…</p>
      </NarrowPage>
    )
  }
  if (state.kind === 'refused') {
    return (
      <LinkRefused message={state.message} hint="You can still reply in the app." onRetry={state.isTransient ? load : undefined}>
        <Activity />
      </LinkRefused>
    )
  }
  const { founderName, projectName, reply: earlier } = state.found
  const reply = sent ?? earlier
  if (reply) {
    return (
      <NarrowPage title={sent ? 'Reply sent' : 'You already replied'} lead={<bdi>{founderName}</bdi>}>
        <div role="status">
          <GivenReply reply={reply} title="Your reply" />
        </div>
        <Activity />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={`Reply to ${founderName}`} lead={<bdi>{projectName}</bdi>}>
      <form onSubmit={send} className="grid gap-5">
        <ReplyFields founderName={founderName} choice={choice} text={text} onChoose={setChoice} onText={setText} />
        {error && <Notice tone="red">{error}</Notice>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" isBusy={isBusy} disabled={!choice}>
            Send reply
          </Button>
          <p className="text-sm text-soft">A reply can’t be changed later.</p>
        </div>
      </form>
    </NarrowPage>
  )
}

const Activity = () => (
  <Link to="/profile" search={{ tab: 'activity' }} className={buttonClass('outline')}>
    Your requests
  </Link>
)
