const stamp = (at: number | string) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A calendar object with one event, and further lines of it. */
export const eventFile = (uid: string, lines: string[], around: string[] = []) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...around, ...event(uid, lines), 'END:VCALENDAR', ''].join('\r\n')

/** The lines of one event. */
export const event = (uid: string, lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]

/** An event between two instants, with a title that no other user may see. */
export const eventBetween = (uid: string, start: number | string, end: number | string, lines: string[] = []) =>
  eventFile(uid, [`DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`, 'SUMMARY:Secret dentist', ...lines])
