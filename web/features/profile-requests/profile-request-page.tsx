import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { MailedRequest } from '#shared/profile-requests/contract.ts'
import { messageOfFailure, useLookUp } from '#web/net/use-look-up.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LinkRefused } from '#web/ui/link-refused.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { forgetLinkToken, useLinkToken } from '#web/ui/use-link-token.ts'
import { confirmLink, previewLink } from './api.ts'
import { forgetToken, saveToken } from './kept-token.ts'

type Outcome = { outcome: 'removed' | 'claimed'; name: string }

type Props = { user: User | null | undefined }

/** Target of the links in mails about a profile. Opening the page has no effect: the action requires a button. */
export function ProfileRequestPage({ user }: Props) {
  const mailed = useLinkToken()
  const { hash } = useLocation()
  // When an account leaves, its sign-out has deleted what was stored: it is stored again only for the way to the sign-in.
  const [token] = useState(() => saveToken(hash) || mailed)
  const [state, load] = useLookUp(() => previewLink(token))
  const [done, setDone] = useState<Outcome>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const confirm = async ({ name }: MailedRequest) => {
    setBusy(true)
    setError(undefined)
    try {
      const { outcome } = await confirmLink(token)
      if (outcome === 'sign-in') setError('Please sign in first.')
      else {
        forgetToken()
        forgetLinkToken()
        requestSync()
        setDone({ outcome, name })
      }
    } catch (failure) {
      setError(messageOfFailure(failure))
    }
    setBusy(false)
  }

  if (done) return <Done {...done} />
  if (state.kind === 'looking') {
    return (
      <NarrowPage title="Your profile">
        <p role="status">Loading…</p>
      </NarrowPage>
    )
  }
  if (state.kind === 'refused') {
    return (
      <LinkRefused
        message={state.message}
        hint="Request a new one on the profile page."
        onRetry={state.isTransient ? load : undefined}
      >
        <Link to="/vcs" className={buttonClass('outline')}>
          Find the profile
        </Link>
      </LinkRefused>
    )
  }
  const request = state.found
  const isClaim = request.kind === 'claim'
  return (
    <NarrowPage title={isClaim ? 'Take over your profile' : 'Remove your profile'} lead={<bdi>{request.name}</bdi>}>
      <p className="text-soft">
        {isClaim
          ? `It becomes part of your account. You edit it and set the price. Our team reviews it within ${REVIEW_TIME}. Until then the listed one stays.`
          : 'It is removed from the directory and all devices immediately. Founders lose access to the contact they bought. Imports won’t list it again.'}
      </p>
      {error && (
        <div className="mt-5">
          <Notice tone="red">{error}</Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {isClaim && !user ? (
          <Link
            to="/auth"
            search={{ next: '/profile-request', defaultType: 'vc' }}
            onClick={() => saveToken(token)}
            className={buttonClass()}
          >
            Sign up or sign in to continue
          </Link>
        ) : (
          <Button variant={isClaim ? 'ink' : 'danger'} isBusy={isBusy} onClick={() => confirm(request)}>
            {isClaim ? 'Take over' : 'Remove permanently'}
          </Button>
        )}
        <Link to="/" className={buttonClass('outline')}>
          Make no change
        </Link>
      </div>
      {isClaim && user && <p className="mt-4 text-sm break-words text-soft">Account: {user.email}.</p>}
    </NarrowPage>
  )
}

function Done({ outcome, name }: { outcome: 'removed' | 'claimed'; name: string }) {
  if (outcome === 'removed') {
    return (
      <NarrowPage title="Removed">
        <p role="status">
          The profile of <bdi>{name}</bdi> is removed and won’t be listed again.
        </p>
        <Link to="/" className={buttonClass('outline', 'mt-6')}>
          Back to Homepage
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Profile taken over">
      <p role="status">
        The profile of <bdi>{name}</bdi> is now under review. You can edit it. Changes go live after approval.
      </p>
      <Link to="/profile" search={{ tab: 'investor' }} className={buttonClass('ink', 'mt-6')}>
        To my profile
      </Link>
    </NarrowPage>
  )
}
