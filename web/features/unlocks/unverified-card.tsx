import { type ReactNode, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { isIntroActive } from '#shared/unlocks/intro.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { IntroDialog } from './intro-dialog.tsx'
import { IntroProgress } from './intro-progress.tsx'
import { useIntro } from './queries.ts'

type Props = {
  investor: Investor
  isOffline: boolean
  /** For a user whose address the team does not have: a form to provide it. */
  reachMe?: ReactNode
}

/**
 * Sidebar of an investor who has not joined: nothing is for sale, and the team can be asked for an introduction. After a request,
 * it shows its status.
 */
export function UnverifiedCard({ investor, isOffline, reachMe }: Props) {
  const [isAsking, setAsking] = useState(false)
  const intro = useIntro(investor.id)
  const openRequest = intro?.request && isIntroActive(intro.request.createdAt, Date.now()) ? intro.request : undefined
  return (
    <section aria-labelledby="contact-card" className="rounded-box border border-rule bg-sheet p-6">
      <h2 id="contact-card" className="text-2xl">
        Unverified Investor
      </h2>
      {intro?.delivery.kind === 'refused' && (
        <div className="mt-4">
          <Notice tone="red" title="Not accepted">
            {intro.delivery.message}
          </Notice>
        </div>
      )}
      {openRequest && intro ? (
        <IntroProgress name={investor.name} request={openRequest} delivery={intro.delivery} isOffline={isOffline} />
      ) : (
        <ul className="my-5 border-y border-rule text-sm">
          {TERMS.map((term) => (
            <li key={term} className="border-b border-rule py-2.5 last:border-0">
              {term}
            </li>
          ))}
        </ul>
      )}
      {intro?.request && !openRequest && (
        <p className="mb-4 text-sm text-soft">You requested an introduction on {formatLongDate(intro.request.createdAt)}.</p>
      )}
      {(!openRequest || openRequest.answer === 'new') && (
        <Button variant={openRequest ? 'outline' : 'ink'} className="w-full" onClick={() => setAsking(true)}>
          {openRequest ? 'Edit message' : 'Request Introduction'}
        </Button>
      )}
      {openRequest && reachMe}
      {isAsking && (
        <IntroDialog
          investor={investor}
          isOffline={isOffline}
          written={openRequest?.message ?? ''}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const TERMS = [
  'Our team reaches out to them manually.',
  'No immediate payment: asking costs nothing.',
  'The investor will be invited to join and decides for themselves.',
]
