import { cleanLine, cut } from '#shared/text.ts'

/** A value that the normaliser dropped or doubts, for review by an admin. */
export type Flag = { field: string; reason: string }

/** One parsed field: no value and no flag when it was not given, both when an admin should review the value. */
export type Parsed<T> = { value?: T; flag?: string }

/** `Meeting/Calendly Link`, `meetingCalendlyLink` and `MEETING_CALENDLY_LINK` name the same field. */
const fold = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Reads the fields of one foreign record, with any names and any content.
 *
 * `first` tries the names in order and returns the first usable value, or null when there is none. Unusable values are reported
 * in `flags`.
 */
export function fieldReader(fields: Readonly<Record<string, unknown>>) {
  const named = new Map<string, string[]>()
  for (const key of Object.keys(fields)) named.set(fold(key), [...(named.get(fold(key)) ?? []), key])
  const flags: Flag[] = []
  return {
    flags,
    first<T>(names: readonly string[], read: (value: unknown) => Parsed<T>): T | null {
      for (const key of names.flatMap((name) => named.get(fold(name)) ?? [])) {
        const { value, flag } = read(fields[key])
        if (flag !== undefined) flags.push({ field: cut(cleanLine(key), 60), reason: flag })
        if (value !== undefined) return value
      }
      return null
    },
  }
}
