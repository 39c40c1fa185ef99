import { useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { confirmNewsletter, leaveNewsletter } from './api.ts'

const outcomes = {
  joined: 'You’re subscribed. We only email you early bird deals.',
  left: 'You’re unsubscribed. We won’t email you again.',
}

/** Target of the links in early-access mails: one link to confirm, and the same link to unsubscribe at any time. */
export function NewsletterPage() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<keyof typeof outcomes>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const answer = async (work: (token: string) => Promise<unknown>, next: keyof typeof outcomes) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work(token)
      setOutcome(next)
    } catch (error) {
      const message = error instanceof HttpProblem ? (error.problem?.fields?.[0]?.message ?? error.problem?.message) : undefined
      setRefusal(message ?? 'Couldn’t reach the server. Please try again.')
    }
    setBusy(false)
  }
  return (
    <NarrowPage title="Early access" lead="Confirm to receive our emails.">
      {outcome && <p role="status">{outcomes[outcome]}</p>}
      {refusal && <Notice tone="red">{refusal}</Notice>}
      <p className="mt-5 flex flex-wrap gap-3">
        {outcome !== 'joined' && (
          <Button isBusy={isBusy} onClick={() => answer(confirmNewsletter, 'joined')}>
            Confirm
          </Button>
        )}
        {outcome !== 'left' && (
          <Button variant="quiet" disabled={isBusy} onClick={() => answer(leaveNewsletter, 'left')}>
            Unsubscribe
          </Button>
        )}
      </p>
    </NarrowPage>
  )
}
