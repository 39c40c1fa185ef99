import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { Customer } from '#shared/admin/customer.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { viewCustomer } from '#web/features/admin/api.ts'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import { ForbiddenPage } from '#web/features/admin/forbidden-page.tsx'
import { useLoaded } from '#web/features/admin/loading/use-loaded.ts'
import { OfflineNotice } from '#web/features/admin/offline-notice.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { AccessSection } from './access-section.tsx'
import { AccountFacts } from './account-facts.tsx'
import { BanButton } from './ban-button.tsx'
import { CustomerLists } from './customer-lists.tsx'
import { OrdersSection } from './orders-section.tsx'

type Props = { self: UserId; id: PrincipalId; withProof: WithProof }

/** Everything about one customer that an admin may see, and the decisions about it. Each view is in the audit log. */
export function CustomerPage({ self, id, withProof }: Props) {
  const isOnline = useOnline()
  const { state, reload } = useLoaded(
    useCallback(() => viewCustomer(id), [id]),
    isOnline,
  )
  const { settle, busyWith } = useDecision(self, reload, withProof)
  const [question, setQuestion] = useState<Question>()
  const deciding = { settle, busyWith, ask: setQuestion }

  if (state.kind === 'refused' && state.status === 404) return <Missing />
  if (state.kind === 'refused') return <ForbiddenPage {...state} onTryAgain={reload} />
  return (
    <Frame>
      {state.kind === 'loading' && <CustomerLoading />}
      {state.kind === 'unreachable' && <OfflineNotice isOnline={isOnline} onTryAgain={reload} />}
      {state.kind === 'ready' && (
        <>
          <PageHeading
            title={<bdi>{titleOf(state.doc)}</bdi>}
            lead={<Standing customer={state.doc} />}
            action={<BanButton customer={state.doc} self={self} roles={state.roles} {...deciding} />}
          />
          {state.doc.account?.ban && <BanNotice {...state.doc.account.ban} />}
          <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
            <div className="lg:order-2">
              <AccountFacts customer={state.doc} />
            </div>
            <div className="grid min-w-0 content-start gap-10">
              <OrdersSection customer={state.doc} roles={state.roles} {...deciding} />
              <AccessSection customer={state.doc} roles={state.roles} {...deciding} />
              <CustomerLists customer={state.doc} roles={state.roles} />
              <EmptySections customer={state.doc} />
            </div>
          </div>
        </>
      )}
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => setQuestion(undefined)} />}
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="frame pt-3 pb-16 sm:pt-8">
    <BackLink to="/admin">Review</BackLink>
    {children}
  </div>
)

const titleOf = ({ kind, account }: Customer) =>
  account?.name ?? account?.email ?? (kind === 'guest' ? 'A guest' : 'Deleted account')

function Standing({ customer: { kind, account, mergedInto } }: { customer: Customer }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {account?.name && <span className="break-all">{account.email}</span>}
      <span className="flex flex-wrap gap-1.5">
        {kind === 'guest' && <Badge>Guest</Badge>}
        {kind === 'erased' && <Badge>The account was deleted</Badge>}
        {account && !account.emailVerifiedAt && <Badge>Email not confirmed</Badge>}
        {account?.isAdmin && <Badge>Admin</Badge>}
        {account?.ban && <Badge tone="red">Banned</Badge>}
      </span>
      {mergedInto && (
        <Link
          to="/admin"
          search={{ person: mergedInto }}
          className="flex min-h-11 items-center text-base underline underline-offset-4"
        >
          Open the account that this guest became
        </Link>
      )}
    </span>
  )
}

const BanNotice = ({ bannedAt, reason }: { bannedAt: string; reason: string }) => (
  <div className="mb-8 max-w-3xl rounded-field border border-red/40 px-4 py-3">
    <p className="font-medium text-red">Banned since {formatDateTime(bannedAt)}</p>
    <LongText text={reason} />
  </div>
)

/** Sections without an entry, in one line. */
function EmptySections({ customer }: { customer: Customer }) {
  const sections = {
    orders: customer.orders,
    calls: customer.bookings,
    listings: customer.listings,
    projects: customer.projects,
    tickets: customer.tickets,
    mails: customer.mails,
  }
  const empty = Object.entries(sections).flatMap(([name, { items }]) => (items.length === 0 ? [name] : []))
  if (empty.length === 0) return null
  return <p className="text-sm text-soft">None: {empty.join(', ')}.</p>
}

const Missing = () => (
  <Frame>
    <EmptyState title={<h1>No such customer</h1>}>The link is wrong, or a guest who owned nothing was deleted.</EmptyState>
  </Frame>
)

const CustomerLoading = () => (
  <div aria-busy="true">
    <span className="sr-only" role="status">
      Loading…
    </span>
    <Skeleton className="mb-8 h-20 w-full" />
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  </div>
)
