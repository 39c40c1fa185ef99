import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type MailedReply, type Reply, ReplyChoice } from '#shared/replies/contract.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { giveMailedReply, previewReply } from './api.ts'
import { GivenReply } from './given-reply.tsx'
import { ReplyFields } from './reply-fields.tsx'

type State =
  | { kind: 'looking' }
  | { kind: 'refused'; message: string; isTransient: boolean }
  | { kind: 'writing'; request: MailedReply }
  | { kind: 'done'; founderName: string; reply: Reply; isNew: boolean }

/** Target of the links in the mail about a sale: `/reply#{token}.{choice}`. Opening it sends nothing: a reply requires the button. */
export function MailedReplyPage() {
  const [token = '', linked] = useLinkToken().split('.')
  const [state, setState] = useState<State>({ kind: 'looking' })
  const [choice, setChoice] = useState(v.is(ReplyChoice, linked) ? linked : undefined)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const load = async () => {
    setState({ kind: 'looking' })
    try {
      const request = await previewReply(token)
      const { reply, founderName } = request
      setState(reply ? { kind: 'done', founderName, reply, isNew: false } : { kind: 'writing', request })
    } catch (failure) {
      const isTransient = !(failure instanceof HttpProblem) || failure.status >= 500
      setState({ kind: 'refused', message: messageOf(failure), isTransient })
    }
  }
  const looked = useRef(false)
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    void load()
  })

  const send = async (event: SubmitEvent, founderName: string) => {
    event.preventDefault()
    if (!choice) return
    setBusy(true)
    setError(undefined)
    try {
      const reply = await giveMailedReply({ token, choice, text: text.trim() })
      requestSync()
      setState({ kind: 'done', founderName, reply, isNew: true })
    } catch (failure) {
      setError(messageOf(failure))
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
      <NarrowPage title="This link does nothing">
        <p role="alert">{state.message}</p>
        <p className="mt-3 text-soft">You can still reply in the app.</p>
        <p className="mt-6 flex flex-wrap gap-3">
          {state.isTransient && <Button onClick={load}>Try again</Button>}
          <Activity />
        </p>
      </NarrowPage>
    )
  }
  if (state.kind === 'done') {
    return (
      <NarrowPage title={state.isNew ? 'Reply sent' : 'You already replied'} lead={<bdi>{state.founderName}</bdi>}>
        <div role="status">
          <GivenReply reply={state.reply} title="Your reply" />
        </div>
        <Activity />
      </NarrowPage>
    )
  }
  const { founderName, projectName } = state.request
  return (
    <NarrowPage title={`Reply to ${founderName}`} lead={<bdi>{projectName}</bdi>}>
      <form onSubmit={(event) => send(event, founderName)} className="grid gap-5">
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

/** The message for a failed call: the server's own message about a field or about the request. */
function messageOf(error: unknown): string {
  if (error instanceof Unreachable) return 'You’re offline. Reconnect and try again.'
  const problem = error instanceof HttpProblem ? error.problem : undefined
  return problem?.fields?.[0]?.message ?? problem?.message ?? 'Something went wrong. Please try again.'
}
