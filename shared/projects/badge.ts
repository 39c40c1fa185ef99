import type { TidyProject } from './normalise.ts'

/** The fields that the badge of a verified project covers: its identity, and the targets of its links. */
const VOUCHED = [
  'companyName',
  'email',
  'websiteUrl',
  'pitchDeckUrl',
  'dataRoomUrl',
  'dexScreenerUrl',
  'linkedinUrl',
  'twitterUrl',
  'founderTwitterUrl',
] as const satisfies (keyof TidyProject)[]

type Vouched = { [Field in (typeof VOUCHED)[number]]?: TidyProject[Field] | null }

/** Whether a change removes the badge until an admin has reviewed it. Changes of texts take effect immediately and keep it. */
export const losesBadge = (before: Vouched, after: Vouched): boolean =>
  VOUCHED.some((field) => (before[field] ?? null) !== (after[field] ?? null))
