import { fileNamePart } from '#shared/file-name.ts'

/** Name of a calendar file that its owner recognises in a folder: `call-2026-11-22-marit-moretti.ics`. The day is in UTC. */
export function calendarFileName({ start, counterpart }: { start: string; counterpart: { name: string } }): string {
  return `${['call', start.slice(0, 10), fileNamePart(counterpart.name).toLowerCase()].filter(Boolean).join('-')}.ics`
}
