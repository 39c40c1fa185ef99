import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { keepEmail } from '#web/features/accounts/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { forgetLinkToken, useLinkToken } from '#web/ui/use-link-token.ts'
import { serverMessageOr } from './auth-errors.ts'

/**
 * Destination of the link in the warning about a change of address. It requires a click, because it ends all sessions of the
 * account.
 */
export function KeepEmail() {
  const token = useLinkToken()
  const [kept, setKept] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const keep = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { email } = await keepEmail(token)
      forgetLinkToken()
      setKept(email)
    } catch (error) {
      setRefusal(serverMessageOr(error, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }
  if (kept) {
    return (
      <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Address kept">
        <p role="status">
          The account belongs to <span className="font-medium break-all">{kept}</span>. All devices are signed out. Use the link
          we emailed you to choose a new password.
        </p>
      </NarrowPage>
    )
  }
  if (!token) {
    return (
      <NarrowPage title="This link is not complete" lead="Open the link from the email, or copy it completely.">
        Part of the link is missing.
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      mark={<Latch isOpen={false} className="h-12" />}
      title="Keep this address"
      lead="Someone signed in to your account requested another email address. Wasn’t you?"
      foot={
        <Link to="/" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          It was me
        </Link>
      }
    >
      <div className="grid gap-5">
        <p>Your account keeps this address. All devices are signed out, and we email you a link for a new password.</p>
        {refusal && <Notice tone="red">{refusal}</Notice>}
        <Button isBusy={isBusy} onClick={keep} className="w-full">
          Keep this address
        </Button>
      </div>
    </NarrowPage>
  )
}
