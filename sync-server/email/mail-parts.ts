import { cleanLine, cut } from '#shared/text.ts'

const MAX_NAME_LENGTH = 60

/** The first paragraph of every mail to a person. */
export const hello = (name: string | null) => `Hello ${cut(cleanLine(name ?? ''), MAX_NAME_LENGTH) || 'there'},`

/** A day in a mail, in UTC: 26 November 2026. */
export const dayOf = (instant: Date) =>
  instant.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
