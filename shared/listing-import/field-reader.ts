import { cleanLine, cut } from '#shared/text.ts'

/** What the normaliser dropped or doubts, for a person to look at. */
export type Flag = { field: string; reason: string }

/** One field as it was understood: neither when it was not given, both when a person should look at the value. */
export type Parsed<T> = { value?: T; flag?: string }

/** `Meeting/Calendly Link`, `meetingCalendlyLink` and `MEETING_CALENDLY_LINK` name one field. */
const fold = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Reads the fields of one foreign record, whatever they are called and whatever they hold.
 *
 * `first` tries the names in order and answers the first usable value, null when there is none.
 * Whatever was unusable on the way is in `flags`.
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
