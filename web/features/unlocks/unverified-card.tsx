import { useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { IntroDialog } from './intro-dialog.tsx'

/** The sidebar of an investor who has not joined: nothing is sold, the team asks for an introduction. */
export function UnverifiedCard({ investor, isOffline }: { investor: Investor; isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="contact-card" className="rounded-box border border-rule bg-sheet p-6">
      <h2 id="contact-card" className="text-2xl">
        Unverified Investor
      </h2>
      <ul className="my-5 border-y border-rule text-sm">
        {STEPS.map((step) => (
          <li key={step} className="border-b border-rule py-2.5 last:border-0">
            {step}
          </li>
        ))}
      </ul>
      <Button className="w-full" onClick={() => setAsking(true)}>
        Request Introduction
      </Button>
      {isAsking && <IntroDialog investor={investor} isOffline={isOffline} onClose={() => setAsking(false)} />}
    </section>
  )
}

const STEPS = [
  'Our team reaches out to them manually.',
  'No immediate payment: asking costs nothing.',
  'They are invited to join and decide for themselves.',
]
