import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Bell } from 'lucide-react'
import { isUnread } from '#shared/notices/kinds.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

const MAX_SHOWN = 99

/** Leads to the notices, with the number of unread ones. */
export function NoticeBell() {
  const db = usePrivateDb()
  const unread = useLiveQuery(async () => db?.notices.filter(isUnread).count(), [db]) ?? 0
  return (
    <Link
      to="/notices"
      aria-label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
      className="relative grid size-11 place-items-center rounded-field hover:bg-well"
    >
      <Bell className="size-5" strokeWidth={1.6} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full border-2 border-page bg-brass px-1 text-[0.6875rem] leading-none font-semibold text-page tabular-nums"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  )
}
