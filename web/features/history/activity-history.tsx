import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { historyRows, type LedgerLine } from './history-rows.ts'
import { useOwnHistory } from './queries.ts'

const FIRST = 30

type Props = {
  isHiddenWhenEmpty?: boolean
  title?: string
  /** Payment status of a purchase, and the available refund actions. */
  refundOf: (order: OrderEntry) => ReactNode
}

/** All requests and purchases of the user, from local data. */
export function ActivityHistory({ isHiddenWhenEmpty = false, title = 'Requests and payments', refundOf }: Props) {
  const history = useOwnHistory()
  const [isOpen, setOpen] = useState(false)
  if (!history) return <Skeleton className="h-56 w-full" />
  const lines = historyRows(history)
  if (lines.length === 0) return isHiddenWhenEmpty ? null : <NoActivity />
  const hidden = isOpen ? 0 : lines.length - FIRST
  return (
    <Sheet aria-labelledby="own-history">
      <SheetTitle id="own-history" aside={<span className="text-soft tabular-nums">{lines.length}</span>}>
        {title}
      </SheetTitle>
      <ul className="-my-3 divide-y divide-rule">
        {(isOpen ? lines : lines.slice(0, FIRST)).map((line) => (
          <Line key={line.id} line={line} refundOf={refundOf} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" className="mt-4" onClick={() => setOpen(true)}>
          Show {hidden} more
        </Button>
      )}
    </Sheet>
  )
}

function NoActivity() {
  return (
    <EmptyState
      icon={<BookOpen className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No activity yet"
      action={
        <Link to="/vcs" className={buttonClass()}>
          Browse investors
        </Link>
      }
    >
      Your introductions, unlocked contacts and payments appear here.
    </EmptyState>
  )
}

type LineProps = { line: LedgerLine } & Pick<Props, 'refundOf'>

function Line({ line: { id, at, what, title, href, amount, standing, hasReceipt, order }, refundOf }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 py-3 sm:grid-cols-[8.5rem_1fr_auto_6rem]">
      <time dateTime={at} className="col-start-1 row-start-2 text-sm text-soft tabular-nums sm:row-start-1">
        {formatDate(at)}
      </time>
      <div className="col-start-1 row-start-1 min-w-0 sm:col-start-2">
        {href ? (
          <Link
            to={href}
            className="font-medium break-words underline decoration-rule underline-offset-4 hover:decoration-ink"
            dir="auto"
          >
            {title}
          </Link>
        ) : (
          <span className="font-medium break-words" dir="auto">
            {title}
          </span>
        )}
        <p className="text-sm text-soft">
          {what}
          {hasReceipt && (
            <>
              {' · '}
              <Link to="/receipt/$id" params={{ id }} className="underline underline-offset-4 hover:text-ink">
                Receipt
              </Link>
            </>
          )}
        </p>
      </div>
      <span className="col-start-2 row-start-2 justify-self-end sm:col-start-3 sm:row-start-1">
        <Badge tone={standing.tone}>{standing.word}</Badge>
      </span>
      <span className="col-start-2 row-start-1 justify-self-end text-brass tabular-nums sm:col-start-4">
        {amount === undefined ? '' : formatCents(amount)}
      </span>
      {order && (
        <div className="col-span-full row-start-3 empty:hidden sm:col-start-2 sm:col-end-5 sm:row-start-2">{refundOf(order)}</div>
      )}
    </li>
  )
}
