import { useState } from 'react'
import type { AdminProfileRequest } from '#shared/profile-requests/contract.ts'
import { decideProfile } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Facts } from '#web/features/admin/facts.tsx'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'

type Line = { isOpen: boolean; toggle: () => void; panelId: string }
type Deciding = Pick<QueueProps, 'busyWith'> & { settle: Settle }
type Props = { profiles: AdminProfileRequest[] } & Deciding

const kinds = { claim: 'requests control of', remove: 'requests removal from' } as const
const states = { mailed: 'Email sent', open: 'Open', done: 'Done', declined: 'Declined' } as const

/**
 * Claims that a listed profile belongs to the sender. Where the record has an address, its mailbox decides; otherwise an admin
 * decides here.
 */
export function ProfileRequestsQueue({ profiles, ...queue }: Props) {
  const isOpen = ({ status }: AdminProfileRequest) => status === 'open'
  return (
    <>
      <QueueList title="Open" items={profiles.filter(isOpen)} empty="No open profile requests.">
        {(request, line) => <Request request={request} line={line} {...queue} />}
      </QueueList>
      <QueueList
        title="Closed, or waiting for the listed address"
        isDone
        items={profiles.filter((one) => !isOpen(one))}
        empty="None yet."
      >
        {(request, line) => <Request request={request} line={line} {...queue} />}
      </QueueList>
    </>
  )
}

type RequestProps = { request: AdminProfileRequest; line: Line } & Deciding

function Request({ request, line, settle, busyWith }: RequestProps) {
  const [isAsking, setAsking] = useState(false)
  const { id, kind, status, name, fund, email, message, revocation, createdAt } = request
  const profile = name ?? 'a deleted profile'
  const isRemoval = kind === 'remove'

  const approve = () => {
    setAsking(false)
    const title = isRemoval ? 'Removed' : 'Email sent'
    const sentence = isRemoval ? `${profile} is no longer listed.` : `${email} was sent a link to take over ${profile}.`
    void settle({ targetId: id, title, sentence }, () => decideProfile(id, 'approve'))
  }
  const decline = () =>
    void settle({ targetId: id, title: 'Declined', sentence: `${email} was notified that nothing has changed.` }, () =>
      decideProfile(id, 'decline'),
    )
  return (
    <QueueRow
      {...line}
      name={profile}
      portrait={{ name: profile, src: null }}
      detail={status === 'open' ? `${email} ${kinds[kind]} it` : (fund ?? '')}
      badges={
        <>
          <Badge>{formatDateTime(createdAt)}</Badge>
          <Badge>{isRemoval ? 'Removal' : 'Claim'}</Badge>
          {status !== 'open' && <Badge>{states[status]}</Badge>}
          {revocation && !isRemoval && <Badge tone="red">Revoked before</Badge>}
        </>
      }
      actions={
        status === 'open' && (
          <>
            <Button
              isBusy={busyWith === id}
              aria-keyshortcuts="a"
              aria-label={`${isRemoval ? 'Remove' : 'Hand over'}: ${profile}`}
              onClick={() => (isRemoval ? setAsking(true) : approve())}
            >
              {isRemoval ? 'Remove' : 'Hand over'}
            </Button>
            <Button
              variant="danger"
              disabled={busyWith === id}
              aria-keyshortcuts="d"
              aria-label={`Decline: ${profile}`}
              onClick={decline}
            >
              Decline
            </Button>
            <ConfirmDialog
              title="Remove permanently?"
              isOpen={isAsking}
              stay="Keep it"
              onStay={() => setAsking(false)}
              action="Remove permanently"
              variant="danger"
              onAct={approve}
            >
              <p className="text-soft">
                {profile} is removed from the directory and all devices. Founders lose access to its unlocked contact, and imports
                won’t list it again. This can’t be undone.
              </p>
            </ConfirmDialog>
          </>
        )
      }
    >
      <div className="mt-5 grid gap-8 rounded-box border border-rule bg-sheet p-5 sm:p-7 lg:grid-cols-2">
        <div>
          <h3 className="column-head mb-2 font-sans">Message</h3>
          {message ? <LongText text={message} /> : <p className="text-soft">Nothing.</p>}
        </div>
        <Facts
          title="Request"
          facts={[
            { label: 'Email', value: email && `${email} (as typed)` },
            { label: 'Profile', value: name },
            { label: 'Fund', value: fund },
            {
              label: 'Revoked before',
              value:
                revocation &&
                `${formatDateTime(revocation.revokedAt)}, a claim ${revocation.isSameAddress ? 'by this address' : 'by another account'}`,
            },
          ]}
        />
      </div>
    </QueueRow>
  )
}
