type Dated = { createdAt: string }

export type DayOfNotices<Entry> = {
  /** `2026-11-27`, in the reader's time zone. */
  day: string
  /** For the two latest days; the others are called by their date. */
  label: 'Today' | 'Yesterday' | undefined
  notices: Entry[]
}

/** Notices by day of the reader's calendar, in their order. @param now  milliseconds since the epoch */
export function groupByDay<Entry extends Dated>(notices: Entry[], now: number): DayOfNotices<Entry>[] {
  const today = new Date(now)
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const labels = new Map([
    [dayOf(today), 'Today'],
    [dayOf(yesterday), 'Yesterday'],
  ] as const)
  const days: DayOfNotices<Entry>[] = []
  for (const notice of notices) {
    const day = dayOf(new Date(notice.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.notices.push(notice)
    else days.push({ day, label: labels.get(day), notices: [notice] })
  }
  return days
}

const dayOf = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
