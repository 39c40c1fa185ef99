import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { Success } from '#shared/accounts/security-contract.ts'
import { groupTexts } from '#shared/notices/preference-labels.ts'
import { OptionalMailGroup } from '#shared/notices/unsubscribe.ts'
import { post } from '#web/net/api.ts'
import { messageOfFailure } from '#web/net/use-look-up.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LinkRefused } from '#web/ui/link-refused.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'

/** Where the address in a mail's `List-Unsubscribe` header leads in a browser: `/unsubscribe#{token}.{group}`. Opening it changes nothing. */
export function UnsubscribePage() {
  const [token, group] = useLinkToken().split('.')
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<string>()
  if (!token || !v.is(OptionalMailGroup, group)) {
    return (
      <LinkRefused
        message="This link isn’t complete."
        hint="Open it from the email again, or choose your emails in the settings."
        onRetry={undefined}
      >
        <Settings />
      </LinkRefused>
    )
  }
  const { label, about } = groupTexts[group]
  if (state === 'done') {
    return (
      <NarrowPage title="Emails switched off" lead={label}>
        <p role="status" className="mb-5">
          You won’t get these emails any more. You can switch them on again in the settings.
        </p>
        <Settings />
      </NarrowPage>
    )
  }
  const unsubscribe = async () => {
    setState('busy')
    setError(undefined)
    try {
      await post(`/api/notices/unsubscribe?token=${encodeURIComponent(token)}`, {}, Success)
      setState('done')
      requestSync()
    } catch (failure) {
      setError(messageOfFailure(failure))
      setState('asking')
    }
  }
  return (
    <NarrowPage title="Stop these emails?" lead={label}>
      <p>{about}</p>
      <p className="mt-3 text-soft">
        The news stays in the app. Receipts, refunds, changes to calls and emails about your account’s security are always sent.
      </p>
      <div className="mt-5 grid gap-4">
        {error && <Notice tone="red">{error}</Notice>}
        <p className="flex flex-wrap gap-3">
          <Button isBusy={state === 'busy'} onClick={unsubscribe}>
            Stop these emails
          </Button>
          <Settings />
        </p>
      </div>
    </NarrowPage>
  )
}

const Settings = () => (
  <Link to="/settings" hash="notifications" className={buttonClass('outline')}>
    Choose your emails
  </Link>
)
