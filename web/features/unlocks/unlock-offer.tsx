import { CloudOff } from 'lucide-react'
import type { ReactNode, SubmitEvent } from 'react'
import { channelLabels } from '#shared/contacts/channels.ts'
import { lockedChannels } from '#shared/contacts/locked-channels.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { replyPromise } from '#shared/replies/reply-days.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { useSwitchedOff } from '#web/net/tab/switches.ts'
import { ReceiptEmailField } from '#web/payments/receipt-email-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { madeOnce } from '#web/ui/made-once.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PublicSourceNote } from './public-source-note.tsx'

type Props = {
  investor: Investor
  email: string | undefined
  isOffline: boolean
  isSettingUp: boolean
  problem: string | undefined
  onUnlock: (email: string | undefined) => void
  saveForLater: ReactNode
}

/** Description of the purchase, before the payment form. Only pressing the button creates the payment. */
export function UnlockOffer({ investor, email, isOffline, isSettingUp, problem, onUnlock, saveForLater }: Props) {
  const { values, change } = useDraft('receipt-email', { email: '' })
  const needsAccount = useSwitchedOff('guest-checkout') !== undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onUnlock(email ?? (values.email.trim() || undefined))
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <ul className="grid gap-2 border-y border-rule py-4 text-sm">
        {promises(investor).map((promise) => (
          <li key={promise} className="flex gap-3">
            <span aria-hidden="true" className="text-brass">
              –
            </span>
            {promise}
          </li>
        ))}
      </ul>
      <PublicSourceNote investor={investor} />
      {!email && <SwitchedOffNotice feature="guest-checkout" />}
      {problem && <Notice tone="red">{problem}</Notice>}
      {isOffline ? (
        <>
          <Notice title={<OfflineTitle />}>
            Paying needs a connection. Save {investor.name} now and unlock when you are back online.
          </Notice>
          <div className="grid gap-3 sm:grid-cols-2">
            {saveForLater}
            <Button type="submit" variant="brass" disabled>
              Unlock for {formatPrice(investor.quote)}
            </Button>
          </div>
        </>
      ) : (
        <>
          {!email && (
            <ReceiptEmailField
              value={values.email}
              onChange={(event) => change('email', event.target.value)}
              disabled={isSettingUp}
            />
          )}
          <Button type="submit" variant="brass" isBusy={isSettingUp} className="w-full">
            {isSettingUp ? 'Setting up...' : `Unlock for ${formatPrice(investor.quote)}`}
          </Button>
          <p className="text-center text-xs text-soft">7-day money-back guarantee.{!needsAccount && ' No account needed.'}</p>
        </>
      )}
    </form>
  )
}

function OfflineTitle() {
  return (
    <span className="inline-flex items-center gap-2">
      <CloudOff className="size-4" aria-hidden="true" /> You are offline
    </span>
  )
}

const promises = (investor: Investor) => [
  ...contents(investor),
  'A draft introduction',
  ...(investor.vcType === 'platform' ? [replyPromise(investor.replyDays)] : []),
  'Saved on this device for offline use',
]

/** What the unlock reveals, by name; in general terms where the server did not say. */
function contents(investor: Investor): string[] {
  const channels = lockedChannels(investor)
  if (channels && channels.length > 0) return [listFormat().format(channels.map((kind) => channelLabels[kind]))]
  return [
    investor.hasMeetingLink ? 'The meeting link, to book a call directly' : 'Direct contact details',
    'Social profiles and website, if provided',
  ]
}

const listFormat = madeOnce(() => new Intl.ListFormat('en'))
