import { fileNamePart } from '#shared/file-name.ts'
import type { VcId } from '#shared/ids.ts'
import { contentLines, escapeText } from './content-lines.ts'

type FollowUpEvent = {
  id: VcId
  name: string
  /** Next step of the deal; empty without one. */
  nextStep: string
  /** The day in the user's time zone, as `2026-11-21`. */
  day: string
  /** Address of the page of the contact. */
  url: string
}

/**
 * A follow-up as a calendar file: one event of a whole day, which leaves the day free. It has the id of the contact, so a calendar
 * that already has the event moves it instead of adding a second one.
 *
 * @param now  milliseconds since the Unix epoch
 * @see RFC 5545 §3.6.1
 */
export function toFollowUpCalendar({ id, name, nextStep, day, url }: FollowUpEvent, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const nextDay = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Latchkey//Follow-up//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(`follow-up-${id}@latchkey`)}`,
    `DTSTAMP:${stamp}`,
    // Of two files of one event, the later one counts.
    `SEQUENCE:${Math.floor(now / 1000) % 2 ** 31}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${nextDay.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(nextStep ? `${name}: ${nextStep}` : `Follow up with ${name}`)}`,
    // Some calendars do not show the address of an event.
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
}

/** Name of the file: `follow-up-2026-11-21-marit-moretti.ics`. */
export const followUpFileName = ({ day, name }: Pick<FollowUpEvent, 'day' | 'name'>): string =>
  `${['follow-up', day, fileNamePart(name).toLowerCase()].filter(Boolean).join('-')}.ics`
