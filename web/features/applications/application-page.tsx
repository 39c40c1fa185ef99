import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { ALARM_HOURS } from '#shared/admin/sla.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { isEmptied } from '#shared/listings/status.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { useRestoredDraft } from '#web/forms/use-local-draft.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { celebrate } from '#web/ui/confetti.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { ApplicationPending, ApplicationSubmitted } from './after-submit.tsx'
import { ApplicationForm } from './application-form.tsx'
import { Benefits } from './benefits.tsx'
import { blankDraft, loadDraft } from './draft-store.ts'
import { useOwnListings } from './queries.ts'

type Props = {
  /** `undefined` until the account is loaded. */
  user: User | null | undefined
  onSignOut: () => void
  renderCard: (investor: Investor) => ReactNode
}

type Stage = { kind: 'form' } | { kind: 'submitted'; fundName: string } | { kind: 'pending' }

export function ApplicationPage({ user, onSignOut, renderCard }: Props) {
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const db = usePrivateDb()
  const kept = useRestoredDraft(db, loadDraft, blankDraft)
  const own = useOwnListings()
  const past = own?.find((one) => (one.reviewStatus === 'rejected' || one.reviewStatus === 'revoked') && !isEmptied(one))
  const isListed = own?.some(({ reviewStatus }) => reviewStatus === 'approved')
  useEffect(() => {
    if (stage.kind !== 'form') scrollTo({ top: 0 })
  }, [stage.kind])

  if (stage.kind === 'submitted') return <ApplicationSubmitted fundName={stage.fundName} />
  if (stage.kind === 'pending' || own?.some(({ reviewStatus }) => reviewStatus === 'pending')) return <ApplicationPending />
  return (
    <div className="frame pt-6 pb-6 sm:pt-10">
      <div className="mb-5 flex items-center justify-between gap-4">
        <Link to="/vcs" className="-ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-soft hover:text-ink">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Browse
        </Link>
        {user === null && (
          <a href="/api/login?next=/vc-signup" className={buttonClass('quiet', 'px-3')}>
            Sign In
          </a>
        )}
        {user && (
          <Button variant="quiet" className="px-3" onClick={onSignOut}>
            Sign Out
          </Button>
        )}
      </div>
      <PageHeading title="Apply as an investor" lead="Free, in about five minutes. Your draft is saved as you type." />
      <SwitchedOffNotice feature="applications" className="mb-10" />
      {isListed && (
        <div className="mb-10">
          <Notice title="You are listed already">
            This form adds another profile. Edit your existing listing on{' '}
            <Link to="/profile" search={{ tab: 'investor' }} className="underline underline-offset-2">
              your profile
            </Link>
            .
          </Notice>
        </div>
      )}
      {past ? <Again past={past} /> : <Benefits />}
      {db && kept && own && user !== undefined ? (
        <ApplicationForm
          // Another user, or the same user signed in, has another draft.
          key={`${db.life} ${user?.id}`}
          db={db}
          user={user}
          kept={kept}
          past={past}
          renderCard={renderCard}
          onSubmitted={({ fundName }) => {
            setStage({ kind: 'submitted', fundName })
            toast({
              title: 'Application Submitted!',
              description: `We will review your application within ${ALARM_HOURS} hours.`,
            })
            void celebrate()
          }}
          onPending={() => setStage({ kind: 'pending' })}
        />
      ) : (
        <Spinner label="Loading your draft" />
      )}
    </div>
  )
}

/** Shows why the last application was rejected, to a user who may apply again. */
const Again = ({ past: { reviewStatus, reviewReason } }: { past: OwnListing }) => (
  <div className="mb-10">
    <Notice title={reviewStatus === 'rejected' ? 'Your last application was not accepted' : 'Your listing was revoked'}>
      {reviewReason && <p className="text-ink">{reviewReason}</p>}
      <p>You can apply again. The form contains your last application.</p>
    </Notice>
  </div>
)
