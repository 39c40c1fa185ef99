import { useRouter } from '@tanstack/react-router'
import { Bell, Calendar, CheckCheck, ChevronRight, Landmark, LifeBuoy, type LucideIcon, MessageSquare, Stamp } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { NoticeKind } from '#shared/notices/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { formatClock, formatDayTime, formatWeekday } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { groupByDay } from './group-by-day.ts'
import { readNotices } from './mutations.ts'
import type { ShownNotice } from './queries.ts'

type Props = {
  notices: ShownNotice[] | undefined
  /** Milliseconds since the epoch. */
  now: number
  /** Above the list: notifications while the app is closed. */
  offer?: ReactNode
}

export function NoticesPage({ notices, now, offer }: Props) {
  const unread = notices?.filter(({ isRead }) => !isRead) ?? []
  return (
    <div className="frame max-w-3xl pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Notices"
        lead="Replies, calls, payments and decisions."
        action={
          notices &&
          notices.length > 0 && (
            <Button variant="outline" disabled={unread.length === 0} onClick={() => markRead(unread)}>
              <CheckCheck className="size-4" aria-hidden="true" />
              Mark all as read
            </Button>
          )
        }
      />
      {offer}
      {!notices ? (
        <div role="status" aria-label="Loading notices">
          <Skeleton className="h-48 w-full" />
        </div>
      ) : notices.length === 0 ? (
        <EmptyState icon={<Bell className="size-8" strokeWidth={1.25} aria-hidden="true" />} title="Nothing has happened yet">
          Replies of investors, calls, refunds, payouts and our decisions appear here, also while you are offline.
        </EmptyState>
      ) : (
        <Sheet className="pt-2 pb-1 sm:pt-3 sm:pb-2">
          {groupByDay(notices, now).map(({ day, label, notices: ofDay }) => (
            <section key={day} aria-labelledby={`notices-${day}`}>
              <h2 id={`notices-${day}`} className="column-head border-b border-rule pt-6 pb-2">
                {label ?? formatWeekday(ofDay[0]?.createdAt ?? now)}
              </h2>
              <ul className="divide-y divide-rule">
                {ofDay.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} />
                ))}
              </ul>
            </section>
          ))}
        </Sheet>
      )}
    </div>
  )
}

/** A user who opens a notice also gets there where it cannot be marked. */
const markRead = (notices: ShownNotice[]) =>
  readNotices(notices.map(({ id }) => id)).catch(() =>
    toast({ title: 'Couldn’t save on this device', description: 'The notice stays unread.', variant: 'destructive' }),
  )

function NoticeRow({ notice }: { notice: ShownNotice }) {
  const router = useRouter()
  const { kind, path, isRead, createdAt, text } = notice
  const Icon = iconOf(kind as NoticeKind)
  const open = (event: MouseEvent) => {
    if (!isRead) void markRead([notice])
    // A new tab or window is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(path)
  }
  return (
    <li className="group relative flex min-h-16 gap-4 py-4">
      <span
        aria-hidden="true"
        className={`relative grid size-10 shrink-0 place-items-center rounded-full border ${isRead ? 'border-rule text-soft' : 'border-brass/60 text-brass'}`}
      >
        <Icon className="size-5" strokeWidth={1.5} />
        {!isRead && <span className="absolute -top-0.5 -right-0.5 size-3 rounded-full border-2 border-sheet bg-brass" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-4">
          <a
            href={path}
            onClick={open}
            dir="auto"
            className={`min-w-0 break-words underline-offset-4 group-hover:underline after:absolute after:inset-0 ${isRead ? '' : 'font-semibold'}`}
          >
            {!isRead && <span className="sr-only">Unread: </span>}
            {text.title}
          </a>
          <time dateTime={createdAt} className="shrink-0 text-sm text-soft tabular-nums">
            {formatClock(createdAt)}
          </time>
        </span>
        <span className="mt-0.5 line-clamp-2 text-sm break-words text-soft" dir="auto">
          {text.at ? `${text.line} ${formatDayTime(text.at)}.` : text.line}
        </span>
      </span>
      <ChevronRight
        className="hidden size-5 shrink-0 self-center text-soft transition-transform group-hover:translate-x-0.5 sm:block"
        aria-hidden="true"
      />
    </li>
  )
}

function iconOf(kind: NoticeKind): LucideIcon {
  if (kind.startsWith('call-')) return Calendar
  switch (kind) {
    case 'reply':
    case 'no-reply':
    case 'request':
    case 'sale':
    case 'intro':
      return MessageSquare
    case 'ticket-answered':
      return LifeBuoy
    case 'application':
    case 'claim-ended':
    case 'listing-changed':
    case 'project':
    case 'profile-request':
      return Stamp
    default:
      return Landmark
  }
}
