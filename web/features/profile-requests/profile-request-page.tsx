import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { MailedRequest } from '#shared/profile-requests/contract.ts'
import { HttpProblem } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { confirmLink, lookAtLink, sentenceOf } from './api.ts'
import { forgetToken, saveToken } from './kept-token.ts'

type State =
  | { kind: 'looking' }
  | { kind: 'refused'; message: string; isPassing: boolean }
  | { kind: 'asking'; request: MailedRequest }
  | { kind: 'done'; outcome: 'removed' | 'claimed'; name: string }

type Props = { user: User | null | undefined }

/** Target of the links in mails about a profile. Opening the page has no effect: the action requires a button. */
export function ProfileRequestPage({ user }: Props) {
  const mailed = useLinkToken()
  const [token] = useState(() => saveToken(mailed))
  const [state, setState] = useState<State>({ kind: 'looking' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const loadRequest = async () => {
    setState({ kind: 'looking' })
    try {
      setState({ kind: 'asking', request: await lookAtLink(token) })
    } catch (failure) {
      const isPassing = !(failure instanceof HttpProblem) || failure.status >= 500
      setState({ kind: 'refused', message: sentenceOf(failure), isPassing })
    }
  }
  const looked = useRef(false)
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    void loadRequest()
  })

  const confirm = async ({ name }: MailedRequest) => {
    setBusy(true)
    setError(undefined)
    try {
      const { outcome } = await confirmLink(token)
      if (outcome === 'sign-in') setError('Please sign in first.')
      else {
        forgetToken()
        requestSync()
        setState({ kind: 'done', outcome, name })
      }
    } catch (failure) {
      setError(sentenceOf(failure))
    }
    setBusy(false)
  }

  if (state.kind === 'looking') {
    return (
      <NarrowPage title="Your profile">
        <p role="status">One moment…</p>
      </NarrowPage>
    )
  }
  if (state.kind === 'refused') {
    return (
      <NarrowPage title="This link does nothing">
        <p role="alert">{state.message}</p>
        <p className="mt-3 text-soft">On the profile's page you can ask for a new one.</p>
        <p className="mt-6 flex flex-wrap gap-3">
          {state.isPassing && <Button onClick={loadRequest}>Try again</Button>}
          <Link to="/vcs" className={buttonClass('outline')}>
            Find the profile
          </Link>
        </p>
      </NarrowPage>
    )
  }
  if (state.kind === 'done') return <Done {...state} />
  const { request } = state
  const isClaim = request.kind === 'claim'
  return (
    <NarrowPage title={isClaim ? 'Take over your profile' : 'Remove your profile'} lead={<bdi>{request.name}</bdi>}>
      <p className="text-soft">
        {isClaim
          ? 'It becomes a profile of your account: you write it and set its price. Our team looks at it within 1-2 business days; until then the listed one stays.'
          : 'It goes at once, here and from every device. Contacts that founders bought are taken back, and no import lists it again.'}
      </p>
      {error && (
        <div className="mt-5">
          <Notice tone="red">{error}</Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {isClaim && !user ? (
          <Link to="/auth" search={{ next: '/profile-request', defaultType: 'vc' }} className={buttonClass()}>
            Sign in to take it over
          </Link>
        ) : (
          <Button variant={isClaim ? 'ink' : 'danger'} isBusy={isBusy} onClick={() => confirm(request)}>
            {isClaim ? 'Take it over' : 'Remove for good'}
          </Button>
        )}
        <Link to="/" className={buttonClass('outline')}>
          Leave it as it is
        </Link>
      </div>
      {isClaim && user && <p className="mt-4 text-sm break-words text-soft">It will belong to {user.email}.</p>}
    </NarrowPage>
  )
}

function Done({ outcome, name }: { outcome: 'removed' | 'claimed'; name: string }) {
  if (outcome === 'removed') {
    return (
      <NarrowPage title="Removed">
        <p role="status">
          The profile of <bdi>{name}</bdi> is gone, and will not be listed again.
        </p>
        <Link to="/" className={buttonClass('outline', 'mt-6')}>
          Back to Homepage
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="It is yours">
      <p role="status">
        The profile of <bdi>{name}</bdi> is with our team now. Look it over: what you write counts when it is approved.
      </p>
      <Link to="/profile" className={buttonClass('ink', 'mt-6')}>
        To my profile
      </Link>
    </NarrowPage>
  )
}
