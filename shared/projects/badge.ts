import type { TidyProject } from './normalise.ts'

/** What the badge of a verified project vouches for: whose it is, and where its links lead. */
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

/** Whether a change takes the badge away until the team has looked. Texts count at once and leave it. */
export const losesBadge = (before: Vouched, after: Vouched): boolean =>
  VOUCHED.some((field) => (before[field] ?? null) !== (after[field] ?? null))
