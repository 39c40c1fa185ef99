import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { keepEmail } from '#web/features/accounts/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { refusalOr } from './auth-errors.ts'

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
      setKept((await keepEmail(token)).email)
    } catch (error) {
      setRefusal(refusalOr(error, 'This could not be done. Please try again.'))
    }
    setBusy(false)
  }
  if (kept) {
    return (
      <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title="Your address stays">
        <p role="status">
          The account belongs to <span className="font-medium break-all">{kept}</span>, and every browser is signed out. We have
          mailed you a link: choose a new password with it.
        </p>
      </NarrowPage>
    )
  }
  if (!token) {
    return (
      <NarrowPage title="This link is not complete" lead="Open it from the mail itself, or copy all of it.">
        It leads here with a long secret behind it, and that was lost on the way.
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      mark={<Latch isOpen={false} className="h-12" />}
      title="Keep this address"
      lead="Somebody signed in to your account asked for another e-mail address. Was it not you?"
      foot={
        <Link to="/" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          It was me
        </Link>
      }
    >
      <div className="grid gap-5">
        <p>
          Your account keeps this address, or gets it back. Every browser is signed out, and we mail you a link for a new
          password.
        </p>
        {refusal && <Notice tone="red">{refusal}</Notice>}
        <Button isBusy={isBusy} onClick={keep} className="w-full">
          Keep this address
        </Button>
      </div>
    </NarrowPage>
  )
}
