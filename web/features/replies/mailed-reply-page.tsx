import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import * as v from 'valibot'
import { type Reply, ReplyChoice } from '#shared/replies/contract.ts'
import { useLookUp } from '#web/net/use-look-up.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LinkRefused } from '#web/ui/link-refused.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { previewReply } from './api.ts'
import { GivenReply } from './given-reply.tsx'
import { MailedCallForm } from './mailed-call-form.tsx'
import { ReplyFields } from './reply-fields.tsx'
import { useMailedReply } from './use-mailed-reply.ts'

/** Target of the links in the mail about a sale, `/reply#{token}.{choice}`, and about a booked call, `/reply#{token}`. Opening it sends nothing: a reply requires the button. */
export function MailedReplyPage() {
  const [token = '', linked] = useLinkToken().split('.')
  const [state, load] = useLookUp(() => previewReply(token))
  const [sent, setSent] = useState<Reply>()

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
  const { requestId, founderName, projectName, call, reply: earlier } = state.found
  const reply = sent ?? earlier
  if (reply) {
    return (
      <NarrowPage title={sent ? 'Reply sent' : 'You already replied'} lead={<bdi>{founderName}</bdi>}>
        <div role="status">
          <GivenReply reply={reply} title={call ? 'You confirmed the call' : 'Your reply'} withoutChoice={call !== undefined} />
        </div>
        {call ? <Calls /> : <Activity />}
      </NarrowPage>
    )
  }
  if (call) {
    return (
      <NarrowPage title={`Your call with ${founderName}`} lead={projectName && <bdi>{projectName}</bdi>}>
        <MailedCallForm token={token} call={call} founderName={founderName} onSent={setSent} />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={`Reply to ${founderName}`} lead={projectName && <bdi>{projectName}</bdi>}>
      <MailedReplyForm token={token} linked={linked ?? ''} requestId={requestId} founderName={founderName} onSent={setSent} />
    </NarrowPage>
  )
}

type FormProps = {
  token: string
  /** The choice in the link. */
  linked: string
  requestId: string | undefined
  founderName: string
  onSent: (reply: Reply) => void
}

/**
 * The line that was typed is a draft of this device: it is there again when the link is opened again, and in the app's own form. The
 * choice is that of the link, also where the draft has another one: a reply cannot be changed later.
 */
function MailedReplyForm({ token, linked, requestId = token.slice(0, 8), founderName, onSent }: FormProps) {
  const { text, setText, error, isBusy, send } = useMailedReply(`reply:${requestId}`, { token, onSent })
  const [choice, setChoice] = useState(v.is(ReplyChoice, linked) ? linked : undefined)

  const reply = (event: SubmitEvent) => {
    event.preventDefault()
    if (choice) void send(choice)
  }

  return (
    <form onSubmit={reply} className="grid gap-5">
      <ReplyFields founderName={founderName} choice={choice} text={text} onChoose={setChoice} onText={setText} />
      {error && <Notice tone="red">{error}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" isBusy={isBusy} disabled={!choice}>
          Send reply
        </Button>
        <p className="text-sm text-soft">A reply can’t be changed later.</p>
      </div>
    </form>
  )
}

const Calls = () => (
  <Link to="/calls" className={buttonClass('outline')}>
    Your calls
  </Link>
)

const Activity = () => (
  <Link to="/profile" search={{ tab: 'activity' }} className={buttonClass('outline')}>
    Your requests
  </Link>
)
