import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { type ScoutPayment, useScoutPayment } from './use-scout-payment.ts'

type Props = { sessionId: string | undefined; syncNow: () => void }

/** Return page of the payment provider. It is public, because a browser that lost its session uses it as well. */
export function ScoutResult({ sessionId, syncNow }: Props) {
  const { state, askAgain } = useScoutPayment(sessionId, syncNow)
  if (state.kind === 'processing') return <Processing />
  return state.kind === 'published' ? <Published /> : <Failed {...state} onAgain={askAgain} />
}

function Processing() {
  return (
    <div role="status" className="grid justify-items-center gap-5 py-16 text-center">
      <span className="loading loading-spinner loading-lg text-soft" aria-hidden="true" />
      <h1 className="text-4xl">Processing Your Payment...</h1>
      <p className="text-soft">Checking with the card provider. This takes a moment.</p>
    </div>
  )
}

const NEXT = [
  'Your project is now on the Scout marketplace.',
  'Our team reviews it. Until then it shows an “Under Review” badge.',
  'Investors and founders can read it, upvote it and email you.',
  'Edit it at any time. Saved changes go live immediately.',
]

function Published() {
  return (
    <>
      <header className="rule-double flex items-end justify-between gap-6 pb-5">
        <h1 className="text-4xl sm:text-5xl">Project Published Successfully!</h1>
        <Latch isOpen className="h-14 shrink-0" />
      </header>
      <section aria-labelledby="next" className="border-b border-rule py-7">
        <h2 id="next" className="text-2xl">
          What happens next
        </h2>
        <ol className="mt-4 grid gap-3">
          {NEXT.map((step, index) => (
            <li key={step} className="grid grid-cols-[2rem_1fr]">
              <span className="font-serif text-xl leading-6 text-brass tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-3 pt-7">
        <Link to="/scout" className={buttonClass()}>
          View the marketplace
        </Link>
        <Link to="/" className={buttonClass('outline')}>
          Back to Home
        </Link>
      </div>
    </>
  )
}

function Failed({ message, mayAskAgain, onAgain }: Extract<ScoutPayment, { kind: 'failed' }> & { onAgain: () => void }) {
  return (
    <EmptyState
      title={<h1 className="text-4xl">Payment Failed</h1>}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {mayAskAgain && <Button onClick={onAgain}>Check again</Button>}
          <Link to="/project-setup" className={buttonClass(mayAskAgain ? 'outline' : 'ink')}>
            Try Again
          </Link>
          <Link to="/support" className={buttonClass('outline')}>
            Contact Support
          </Link>
        </div>
      }
    >
      <p role="alert" className="text-ink">
        {message}
      </p>
      <p className="mt-2">
        {mayAskAgain
          ? 'If you paid, your project is published automatically once the payment is confirmed.'
          : 'You won’t be charged twice. A paid project is published automatically.'}
      </p>
    </EmptyState>
  )
}
