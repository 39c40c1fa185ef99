import { useDeferredValue, useState } from 'react'
import type { AdminApplication } from '#shared/admin/applications.ts'
import { MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import { reviewSla } from '#shared/admin/sla.ts'
import { isEmptied } from '#shared/listings/status.ts'
import { formatPrice } from '#shared/money.ts'
import { liftRevocation, verifyVc } from '#web/features/admin/api.ts'
import { formatAge } from '#web/features/admin/format-figures.ts'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { cutAt, filterByTerms, isWaiting, sortApplications } from '#web/features/admin/sort-applications.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ApplicantProfile } from './applicant-profile.tsx'

const nameOf = (vc: AdminApplication) => vc.partnerName || vc.fundName
const textOf = (vc: AdminApplication) => [
  ...[vc.partnerName, vc.fundName, vc.email, vc.location, vc.position, vc.owner?.name, vc.owner?.email],
  ...vc.sectors,
  ...vc.stage,
]

/** Pending, verified and rejected listings. */
export function ApplicationsQueue({ applications, ...queue }: { applications: AdminApplication[] } & QueueProps) {
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const { pending, verified, turnedDown } = sortApplications(filterByTerms(applications, deferred, textOf))
  const all = sortApplications(applications)
  const noMatch = deferred.trim() ? 'No investors match your search.' : undefined
  return (
    <>
      <SearchField
        label="Search investors"
        placeholder="Name, fund, email or sector"
        value={query}
        onChange={setQuery}
        className="mb-4 sm:mb-6 sm:max-w-md"
      />
      <QueueList
        title="Pending Review"
        cutAt={cutAt(all.pending, MAX_WAITING)}
        items={pending}
        empty={noMatch ?? 'No open applications.'}
      >
        {(vc, line) => <Application vc={vc} line={line} {...queue} />}
      </QueueList>
      <QueueList
        title="Verified VCs"
        cutAt={cutAt(all.verified, MAX_VERIFIED)}
        items={verified}
        isDone
        empty={noMatch ?? 'No verified investors yet.'}
      >
        {(vc, line) => <Application vc={vc} line={line} {...queue} />}
      </QueueList>
      {turnedDown.length > 0 && (
        <QueueList
          title="Rejected or revoked"
          cutAt={cutAt(all.turnedDown, MAX_TURNED_DOWN)}
          items={turnedDown}
          isDone
          empty={null}
        >
          {(vc, line) => <Application vc={vc} line={line} {...queue} />}
        </QueueList>
      )}
    </>
  )
}

type Line = { isOpen: boolean; toggle: () => void; panelId: string }

function Application({ vc, line, decide, busyWith, ask }: { vc: AdminApplication; line: Line } & QueueProps) {
  const name = nameOf(vc)
  const isBusy = busyWith === vc.id
  const about = { targetId: vc.id, version: vc.version }

  const approve = () =>
    decide({ ...about, title: 'Approved', sentence: `${name} is verified and live.` }, (version) =>
      verifyVc({ id: vc.id, version }, true),
    )
  const lift = () =>
    decide({ ...about, title: 'Revocation lifted', sentence: `${name} can replace the listed profile again.` }, (version) =>
      liftRevocation({ id: vc.id, version }),
    )
  const reject = () =>
    ask({
      draftId: `admin:reject:${vc.id}`,
      title: `Reject ${name}`,
      text: 'The applicant is emailed the reason and can apply again.',
      label: 'Reason',
      action: 'Reject',
      isDanger: true,
      onDecide: (reason) =>
        decide({ ...about, title: 'Rejected', sentence: `${name} was emailed the reason.` }, (version) =>
          verifyVc({ id: vc.id, version }, false, reason),
        ),
    })
  const revoke = () =>
    ask({
      draftId: `admin:revoke:${vc.id}`,
      title: `Revoke verification of ${name}`,
      text: revocationText(vc),
      label: 'Reason',
      action: 'Revoke Verification',
      isDanger: true,
      onDecide: (reason) =>
        decide({ ...about, title: 'Verification revoked', sentence: `${name} is not listed.` }, (version) =>
          verifyVc({ id: vc.id, version }, false, reason),
        ),
    })

  return (
    <QueueRow
      {...line}
      name={name}
      portrait={{ name, src: vc.logoUrl }}
      detail={[vc.fundName !== name && vc.fundName, vc.position, vc.location].filter(Boolean).join(' · ')}
      badges={<StandingBadges vc={vc} />}
      actions={
        <>
          {vc.isClaimRevoked && (
            <Button variant="outline" disabled={isBusy} aria-label={`Lift the revocation of ${name}`} onClick={lift}>
              Lift revocation
            </Button>
          )}
          {vc.isVerified ? (
            <Button
              variant="danger"
              isBusy={isBusy}
              aria-keyshortcuts="v"
              aria-label={`Revoke Verification of ${name}`}
              onClick={revoke}
            >
              Revoke Verification
            </Button>
          ) : (
            !isEmptied(vc) && (
              <>
                <Button isBusy={isBusy} aria-keyshortcuts="a" aria-label={`Approve ${name}`} onClick={approve}>
                  Approve
                </Button>
                {isWaiting(vc) && (
                  <Button
                    variant="danger"
                    disabled={isBusy}
                    aria-keyshortcuts="r"
                    aria-label={`${noOf(vc)} ${name}`}
                    // An approved profile waits with an edit: rejecting the edit revokes the profile.
                    onClick={vc.approvedAt === null ? reject : revoke}
                  >
                    {noOf(vc)}
                  </Button>
                )}
              </>
            )
          )}
        </>
      }
    >
      <ApplicantProfile vc={vc} />
    </QueueRow>
  )
}

function revocationText({ isVerified, claim }: AdminApplication): string {
  const listing = isVerified
    ? `They are removed from the listing immediately${claim ? ', and the listed profile they replaced is shown again' : ''}.`
    : 'They were approved before, and are not listed now.'
  const bar = claim ? ' They cannot claim the listed profile again until an admin lifts the revocation.' : ''
  return `${listing}${bar} Founders who unlocked their contact keep it. They are emailed the reason.`
}

const noOf = ({ approvedAt }: AdminApplication) => (approvedAt === null ? 'Reject' : 'Revoke')

function StandingBadges({ vc }: { vc: AdminApplication }) {
  return (
    <>
      {vc.isVerified && <VerifiedBadge />}
      {isWaiting(vc) && <ClockBadge submittedAt={vc.submittedAt} />}
      {isWaiting(vc) && vc.approvedAt !== null && <Badge>Approved before</Badge>}
      {vc.reviewStatus === 'rejected' && <Badge tone="red">Rejected</Badge>}
      {vc.reviewStatus === 'revoked' && <Badge tone="red">Revoked</Badge>}
      {vc.claim && <Badge>{vc.isClaimRevoked ? 'Claim revoked' : 'Claims a listed profile'}</Badge>}
      {vc.revocations.some(({ liftedAt }) => liftedAt === null) && <Badge tone="red">Revoked before</Badge>}
      {vc.price !== null && <Badge tone="brass">{formatPrice(vc.price)}</Badge>}
      {vc.owner && !vc.owner.emailVerified && <Badge>Address not verified</Badge>}
      {!vc.owner && <Badge>No account</Badge>}
    </>
  )
}

/** Age of an application, and whether the SLA is at risk: an answer is due within 24 hours, and 48 at most. */
function ClockBadge({ submittedAt }: { submittedAt: string }) {
  const { hours, stage } = reviewSla(new Date(submittedAt), new Date())
  if (stage === 'breach')
    return (
      <span className="inline-flex items-center rounded-selector bg-red px-2 py-0.5 text-xs leading-5 font-medium text-sheet">
        {formatAge(hours)} · Overdue (48 h)
      </span>
    )
  return stage === 'alarm' ? <Badge tone="red">{formatAge(hours)} · Late (24 h)</Badge> : <Badge>{formatAge(hours)}</Badge>
}
