import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import type { DeskResults, FoundPerson } from '#shared/admin/search.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { formatCents } from '#shared/money.ts'
import { orderKindLabel } from '#web/features/admin/queues/money/purchase-facts.tsx'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { formatDate, formatDateTime } from '#web/ui/dates.ts'

const personKinds: Record<FoundPerson['kind'], string> = { account: 'Account', guest: 'Guest', erased: 'Deleted account' }

type Props = { results: DeskResults; roles: readonly AdminRole[] }

/** The results of a search, a list per kind; a kind without results is left out. An investor leads to what the role may do. */
export function FoundLists({ results: { people, orders, bookings, investors, tickets }, roles }: Props) {
  const mayEdit = mayCall(roles, 'GET /api/admin/listings/:id')
  const isEmpty = [people, orders, bookings, investors, tickets].every(({ items }) => items.length === 0)
  return (
    <>
      <p role="status" className={isEmpty ? 'border-t border-rule py-5 text-soft' : 'sr-only'}>
        {isEmpty
          ? 'Nothing found. A name is searched by the beginnings of its words, an email address by its beginning.'
          : 'Results below.'}
      </p>
      <Found title="People" {...people}>
        {({ id, name, email, kind, isBanned }) => (
          <Result
            key={id}
            principalId={id}
            title={name ?? email ?? personKinds[kind]}
            detail={[name && email, kind === 'account' ? null : id].filter(Boolean).join(' · ')}
            badges={
              <>
                {kind !== 'account' && <Badge>{personKinds[kind]}</Badge>}
                {isBanned && <Badge tone="red">Banned</Badge>}
              </>
            }
          />
        )}
      </Found>
      <Found title="Orders" {...orders}>
        {({ id, principalId, title, kind, amount, status, buyer, createdAt }) => (
          <Result
            key={id}
            principalId={principalId}
            title={title}
            detail={`${orderKindLabel(kind)} · ${buyer ?? 'A guest'} · ${formatDate(createdAt)} · ${id}`}
            badges={
              <>
                <Badge tone="brass">{formatCents(amount)}</Badge>
                <Badge>{status}</Badge>
              </>
            }
          />
        )}
      </Found>
      <Found title="Calls" {...bookings}>
        {({ id, principalId, founder, investor, status, startsAt }) => (
          <Result
            key={id}
            principalId={principalId}
            title={`${founder ?? 'A founder'} with ${investor ?? 'an investor'}`}
            detail={`${formatDateTime(startsAt)} · ${id}`}
            badges={<Badge>{status}</Badge>}
          />
        )}
      </Found>
      <Found title="Investors" {...investors}>
        {({ id, principalId, name, fund, vcType, isVerified }) => (
          <Result
            key={id}
            principalId={mayEdit ? null : principalId}
            otherwise={mayEdit ? { to: '/admin', search: { investor: id } } : { to: '/vc/$id', params: { id } }}
            title={name}
            detail={[fund !== name && fund, vcType === 'platform' ? 'Own listing' : 'Imported record', id]
              .filter(Boolean)
              .join(' · ')}
            badges={isVerified && <VerifiedBadge />}
          />
        )}
      </Found>
      <Found title="Tickets" {...tickets}>
        {({ id, principalId, ticketNumber, subject, status, createdAt }) => (
          <Result
            key={id}
            principalId={principalId}
            otherwise={{ to: '/admin', search: { queue: 'tickets' } }}
            title={subject}
            detail={`${ticketNumber} · ${formatDate(createdAt)}`}
            badges={<Badge>{status}</Badge>}
          />
        )}
      </Found>
    </>
  )
}

type FoundProps<Item> = { title: string; items: Item[]; hasMore: boolean; children: (item: Item) => ReactNode }

function Found<Item>({ title, items, hasMore, children }: FoundProps<Item>) {
  if (items.length === 0) return null
  return (
    <section className="mb-10">
      <h3 className="border-b border-edge pb-2 font-serif text-2xl">
        {title} <span className="font-sans text-base text-soft">{hasMore ? `${items.length}+` : items.length}</span>
      </h3>
      <ul>{items.map(children)}</ul>
      {hasMore && <p className="pt-3 text-sm text-soft">There are more. Add a word, or search for the full email address.</p>}
    </section>
  )
}

type Target = { to: '/vc/$id'; params: { id: string } } | { to: '/admin'; search: { queue: string } | { investor: string } }
type ResultProps = {
  /** The customer whose page it leads to. */
  principalId: PrincipalId | null
  /** Where it leads without a customer. */
  otherwise?: Target
  title: string
  detail: string
  badges: ReactNode
}

function Result({ principalId, otherwise, title, detail, badges }: ResultProps) {
  const target = principalId ? ({ to: '/admin', search: { person: principalId } } as const) : otherwise
  return (
    <li className="border-b border-rule">
      <Link
        {...(target ?? { to: '/admin', search: { queue: 'search' } })}
        className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1.5 py-3 hover:bg-well/60"
      >
        <span className="min-w-0 flex-[1_1_16rem]">
          <span className="block font-serif text-xl leading-tight break-words" dir="auto">
            {title}
          </span>
          <span className="block text-sm break-words text-soft" dir="auto">
            {detail}
          </span>
        </span>
        <span className="flex flex-wrap gap-1.5">{badges}</span>
      </Link>
    </li>
  )
}
