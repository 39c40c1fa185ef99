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
  websiteUrl: null,
} as const satisfies Partial<typeof vcs.$inferInsert>

/** Clears all texts that an investor wrote. */
export const NO_WORDS = {
  location: null,
  position: null,
  investmentTag: null,
  fundDescription: null,
  bio: null,
  portfolioPerformance: null,
  investmentThesis: null,
  logoUrl: null,
  charityOfChoice: null,
} as const satisfies Partial<typeof vcs.$inferInsert>
