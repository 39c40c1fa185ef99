import { useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { confirmNewsletter, leaveNewsletter } from './api.ts'

const outcomes = {
  joined: 'You are on the list. You will hear of early bird deals first, and of nothing else.',
  left: 'You are off the list. No further letter will come.',
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
      setRefusal(message ?? 'The server could not be reached. Please try again.')
    }
    setBusy(false)
  }
  return (
    <NarrowPage title="Early access" lead="Letters come only to those who say yes here.">
      {outcome && <p role="status">{outcomes[outcome]}</p>}
      {refusal && <Notice tone="red">{refusal}</Notice>}
      <p className="mt-5 flex flex-wrap gap-3">
        {outcome !== 'joined' && (
          <Button isBusy={isBusy} onClick={() => answer(confirmNewsletter, 'joined')}>
            Yes, write to me
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
