import { useState } from 'react'
import { User } from '#shared/accounts/contract.ts'
import { sendVerification } from '#web/features/accounts/api.ts'
import { OFFLINE, serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { post } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'

type Stop = { title: string; why: (since: string) => string; next: string; action?: Action }
type Action = { label: string; run: (user: User) => Promise<{ title: string; description: string }> }

const sendLink: Action = {
  label: 'Email me a link to confirm it',
  run: async ({ email }) => {
    await sendVerification()
    return { title: 'Link sent', description: `Check the inbox of ${email}.` }
  },
}

const resume: Action = {
  label: 'Send me emails again',
  run: async () => {
    await rememberUser(await post('/api/auth/resume-mail', undefined, User))
    return { title: 'Emails are on again', description: 'Choose below which ones you get.' }
  },
}

const stops: Record<string, Stop> = {
  'hard-bounce': {
    title: 'Our emails don’t reach you',
    why: (since) => `An email to this address came back on ${since}.`,
    next: 'Confirm that the address works, or enter another one in your profile.',
    action: sendLink,
  },
  complaint: {
    title: 'You get no emails from us',
    why: (since) => `An email to this address was reported as spam on ${since}.`,
    next: 'If that was a mistake, turn them on again.',
    action: resume,
  },
}
const BY_TEAM: Stop = {
  title: 'You get no emails from us',
  why: (since) => `Our team stopped emails to this address on ${since}.`,
  next: 'Contact support if you want them again.',
}

/** Tells the owner of an address why no mails arrive, and what to do. It is shown from the account on this device, also offline. */
export function MailStopNotice({ user }: { user: User }) {
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const { mailStop, email, emailVerified } = user
  if (!mailStop) return null
  const { title, why, next, action } = stops[mailStop.kind] ?? BY_TEAM

  const run = async ({ run: work }: Action) => {
    setBusy(true)
    try {
      toast(await work(user))
    } catch (error) {
      toast({ title: 'Nothing changed', description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <Notice title={title}>
      <p>
        <span className="break-all text-ink">{email}</span>: {why(formatDate(mailStop.since))} We still send codes and security
        alerts. {next}
      </p>
      {/* The link of an unconfirmed address has its own notice. */}
      {action && emailVerified && (
        <>
          <Button variant="outline" isBusy={isBusy} disabled={!isOnline} onClick={() => run(action)} className="mt-3">
            {action.label}
          </Button>
          {!isOnline && <p className="mt-2 text-sm">{OFFLINE}</p>}
        </>
      )}
    </Notice>
  )
}
