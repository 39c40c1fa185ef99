import type { vcs } from '#drizzle/schema/index.ts'

/** Clears all contact details. */
export const NO_CONTACT = {
  email: null,
  twitterUrl: null,
  linkedinUrl: null,
  telegramUrl: null,
  meetingUrl: null,
  calendlyLink: null,
  contactHandle: null,
  meetingLink: null,
  callLink: null,
  websiteUrl: null,
} as const satisfies Partial<typeof vcs.$inferInsert>

/** Clears all texts that an investor wrote, the day on which a pause ends, the hours of calls, and the days for a reply. */
export const NO_TEXTS = {
  location: null,
  position: null,
  investmentTag: null,
  fundDescription: null,
  bio: null,
  portfolioPerformance: null,
  investmentThesis: null,
  logoUrl: null,
  charityOfChoice: null,
  pausedUntil: null,
  callHours: null,
  replyDays: null,
} as const satisfies Partial<typeof vcs.$inferInsert>

type Row = typeof vcs.$inferSelect
type NullableText = {
  [Column in keyof Row]: Row[Column] extends string | null ? (null extends Row[Column] ? Column : never) : never
}[keyof Row]
/** Columns that stay: they hold no contact and no text of the investor. */
type Kept = 'userId' | 'replacesId' | 'reviewReason' | 'timeZone'
/** Does not compile when a new column is neither cleared nor named as kept. */
const isComplete: Exclude<NullableText, keyof typeof NO_CONTACT | keyof typeof NO_TEXTS | Kept> extends never
  ? true
  : Exclude<NullableText, keyof typeof NO_CONTACT | keyof typeof NO_TEXTS | Kept> = true
void isComplete
