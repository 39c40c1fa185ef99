import { type FormEvent, useState } from 'react'
import type { Customer, CustomerGrant } from '#shared/admin/customer.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { giveContact, revokeContact } from '#web/features/admin/api.ts'
import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { TextField } from '#web/ui/field.tsx'
import { Entry, Section } from './section.tsx'

type Props = {
  customer: Customer
  roles: readonly AdminRole[]
  settle: Settle
  busyWith: string | undefined
  ask: (question: Question) => void
}

/** What the customer may read: bought, or given by an admin. Contacts can be given to an account and taken back. */
export function AccessSection({ customer, ...deciding }: Props) {
  return (
    <div className="grid gap-5">
      <Section title="Access" {...customer.grants}>
        {(grant) => <Grant key={grant.id} grant={grant} customer={customer} {...deciding} />}
      </Section>
      {customer.account && mayCall(deciding.roles, 'POST /api/admin/customers/:id/grants') && (
        <GiveForm customer={customer} {...deciding} />
      )}
    </div>
  )
}

function Grant({ grant, customer, roles, settle, busyWith, ask }: { grant: CustomerGrant } & Props) {
  const { id, title, status, revokedAt, orderId, investorId, createdAt } = grant
  const isActive = status === 'completed' && revokedAt === null
  const mayRevoke = mayCall(roles, 'POST /api/admin/customers/:id/grants/:grant/revoke')
  const revoke = () =>
    ask({
      draftId: `admin:revoke:${id}`,
      title: 'Take the contact back',
      text: `${title} leaves their devices the next time they connect, and they get an email. Nothing is refunded. Only admins see your reason.`,
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'Take back',
      isDanger: true,
      onDecide: (reason) =>
        settle({ targetId: id, version: customer.grantsVersion, title: 'Taken back', sentence: title }, (seen) =>
          revokeContact(customer.id, id, reason, seen ?? customer.grantsVersion),
        ),
    })
  return (
    <Entry
      title={title}
      details={[
        `${orderId ? 'bought' : 'given by us'} ${formatDateTime(createdAt)}`,
        revokedAt && `taken back ${formatDateTime(revokedAt)}`,
      ]}
      ids={[orderId, investorId]}
      badges={
        <Badge tone={isActive ? 'green' : revokedAt ? 'red' : 'plain'}>
          {isActive ? 'active' : revokedAt ? 'taken back' : status}
        </Badge>
      }
      action={
        isActive &&
        mayRevoke &&
        investorId && (
          <Button variant="outline" isBusy={busyWith === id} aria-label={`Take back: ${title}`} onClick={revoke}>
            Take back
          </Button>
        )
      }
    />
  )
}

function GiveForm({ customer: { id, grantsVersion }, settle, busyWith, ask }: Props) {
  const [investor, setInvestor] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const vcId = investor.trim()
    setError(vcId === '' ? 'Enter the id of an investor.' : undefined)
    if (vcId === '') return
    ask({
      draftId: `admin:give:${id}`,
      title: 'Give a contact',
      text: `They can read the contact of ${vcId} without paying, and get an email. Nothing is booked. Only admins see your reason.`,
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'Give contact',
      onDecide: async (reason) => {
        const decided = { targetId: id, version: grantsVersion, title: 'Given', sentence: 'They can read the contact.' }
        const isGiven = await settle(decided, (seen) => giveContact(id, vcId, reason, seen ?? grantsVersion))
        if (isGiven) setInvestor('')
        return isGiven
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <div className="w-full max-w-xs">
        <TextField
          label="Give a contact"
          hint="The id of an investor, from the search or the address of the profile."
          autoComplete="off"
          maxLength={64}
          value={investor}
          onChange={({ target }) => setInvestor(target.value)}
          error={error}
        />
      </div>
      <Button type="submit" variant="outline" isBusy={busyWith === id} className="sm:mt-7">
        Give…
      </Button>
    </form>
  )
}
