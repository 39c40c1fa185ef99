import { Link } from '@tanstack/react-router'
import type { Customer } from '#shared/admin/customer.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { formatCents } from '#shared/money.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { Entry, Section } from './section.tsx'

/** `refund-approved` is shown as `refund approved`. */
const readable = (key: string) => key.replaceAll('-', ' ')

type Props = { customer: Customer; roles: readonly AdminRole[] }

export const CustomerLists = ({ customer: { bookings, listings, projects, tickets, mails }, roles }: Props) => (
  <>
    <Section title="Calls" {...bookings}>
      {({ id, side, otherSide, status, startsAt, orderId }) => (
        <Entry
          key={id}
          title={`${side === 'founder' ? 'Booked with' : 'Sold to'} ${otherSide ?? 'a person without a name'}`}
          details={[formatDateTime(startsAt)]}
          ids={[id, orderId]}
          badges={<Badge>{status}</Badge>}
        />
      )}
    </Section>
    <Section title="Listings" {...listings}>
      {({ id, name, fund, reviewStatus, isVerified, isActive, price, pausedUntil, submittedAt }) => (
        <Entry
          key={id}
          title={name}
          details={[
            fund !== name && fund,
            price === null ? 'default price' : formatCents(price),
            `submitted ${formatDateTime(submittedAt)}`,
            pausedUntil && `paused until ${pausedUntil}`,
          ]}
          ids={[id]}
          badges={
            <>
              {isVerified ? <VerifiedBadge /> : <Badge>{reviewStatus}</Badge>}
              {!isActive && <Badge>Inactive</Badge>}
            </>
          }
          action={
            mayCall(roles, 'GET /api/admin/listings/:id') && (
              <Link
                to="/admin"
                search={{ investor: id }}
                className={buttonClass('outline')}
                aria-label={`Edit or pause: ${name}`}
              >
                Edit or pause
              </Link>
            )
          }
        />
      )}
    </Section>
    <Section title="Projects" {...projects}>
      {({ id, name, status, isPublished, publishedAt }) => (
        <Entry
          key={id}
          title={name}
          details={[`published ${formatDateTime(publishedAt)}`]}
          ids={[id]}
          badges={
            <>
              <Badge>{status}</Badge>
              {!isPublished && <Badge>Offline</Badge>}
            </>
          }
        />
      )}
    </Section>
    <Section
      title="Tickets"
      {...tickets}
      note={
        <Link
          to="/admin"
          search={{ queue: 'tickets' }}
          className="flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Answer in the queue
        </Link>
      }
    >
      {({ id, ticketNumber, kind, subject, status, createdAt }) => (
        <Entry
          key={id}
          title={subject ?? readable(kind)}
          details={[ticketNumber, formatDateTime(createdAt)]}
          badges={<Badge>{status}</Badge>}
        />
      )}
    </Section>
    <Section title="Mails" {...mails}>
      {({ id, template, state, at }) => (
        <Entry
          key={id}
          title={readable(template)}
          details={[formatDateTime(at)]}
          badges={<Badge tone={state === 'failed' ? 'red' : 'plain'}>{state}</Badge>}
        />
      )}
    </Section>
  </>
)
