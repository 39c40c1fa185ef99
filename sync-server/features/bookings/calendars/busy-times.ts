import type { Queryable } from '#server/database/client.ts'
import type { Span } from '#shared/bookings/offered-hours.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { VcId } from '#shared/ids.ts'
import { type CalendarRow, findCalendarOf } from './queries.ts'

/** What is not known is not offered: after the end of the last read that succeeded every time is busy. */
export const busySpans = ({ busy, knownUntil }: Pick<CalendarRow, 'busy' | 'knownUntil'>): Span[] => [
  ...busy.map(([start, end]) => ({ start, end })),
  { start: knownUntil.getTime(), end: Number.POSITIVE_INFINITY },
]

/** The busy times of a person's external calendar as they were read last; empty without a calendar. */
export async function listBusy(db: Queryable, vcId: VcId): Promise<Span[]> {
  const calendar = await findCalendarOf(db, vcId)
  return calendar ? busySpans(calendar) : []
}

/** Whether an event overlaps with a call, without the time that the investor keeps between two calls. */
export const isOverlapped = (busy: readonly Span[], start: number): boolean =>
  busy.some((event) => start < event.end && start + CALL_MS > event.start)

/** The same times without overlaps, earliest first; times that are at most a gap apart are one. */
export function mergeSpans(spans: readonly Span[], gapMs = 0): Span[] {
  const merged: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end + gapMs) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
