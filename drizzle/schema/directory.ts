import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { users } from './accounts.ts'
import { bytea, centsColumn, changedXid, createdAt, instant, updatedAt } from './columns.ts'

/** Platform investors: applications and the listings they became. Row by row the specification's `vcs`. */
export const vcs = pgTable(
  'vcs',
  {
    id: text().$type<VcId>().primaryKey(),
    userId: text()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    fundName: text().notNull(),
    partnerName: text().notNull(),
    email: text(),
    location: text(),
    position: text(),
    investmentTag: text(),
    fundDescription: text(),
    bio: text(),
    portfolioPerformance: text(),
    twitterUrl: text(),
    linkedinUrl: text(),
    telegramUrl: text(),
    meetingUrl: text(),
    calendlyLink: text(),
    stage: text().array().notNull().default([]),
    sectors: text().array().notNull().default([]),
    investmentThesis: text(),
    contactType: text({ enum: ['telegram', 'meeting'] })
      .notNull()
      .default('meeting'),
    contactHandle: text(),
    meetingLink: text(),
    /** Null: never set, so the default applies. 0 is a price of its own. */
    price: centsColumn().$type<Cents>(),
    /** The price at the last approval: a much higher one is looked at again. Null: not known. */
    approvedPrice: centsColumn().$type<Cents>(),
    logoUrl: text(),
    websiteUrl: text(),
    isWebsitePublic: boolean().notNull().default(false),
    weeklyIntroLimit: integer().notNull().default(5),
    /** IANA name of the zone the investor's hours are in; null is UTC. */
    timeZone: text(),
    isVerified: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    reviewStatus: text({ enum: ['pending', 'approved', 'rejected', 'revoked'] })
      .notNull()
      .default('pending'),
    reviewReason: text(),
    /** When its review was last asked for: the promised hours count from here. */
    submittedAt: createdAt(),
    /** The external record that its investor took over: approved, this profile takes its place. */
    replacesId: text().$type<VcId>(),
    /** When it was first approved with that record: what is sold of the record is this investor's from then on. A trigger sets it. */
    replacedAt: instant(),
    /**
     * Since when the team has revoked the claim to that record. Only an admin lifts it: neither an application of the same account
     * nor its approval takes the place of the record. A trigger sets it when the listing is revoked, by whichever way.
     */
    claimRevokedAt: instant(),
    /**
     * Since when the team has revoked the listing: what it has earned waits from then on. A trigger sets it, and clears it with an
     * approval alone. An application, its refusal and an erasure leave it as it is.
     */
    revokedAt: instant(),
    /** When it was last approved; null while an application waits for its first answer. A trigger sets it. */
    approvedAt: instant(),
    /** Its owner has changed it while it was not online: nobody has approved what it says now. A trigger sets it. */
    hasUnreviewedEdits: boolean().notNull().default(false),
    /**
     * When its account started over after the listing had been approved: the holder of the mailbox took over an account whose
     * address was never verified. Its earnings wait until the team approves it again. A trigger clears it then.
     */
    startedOverAt: instant(),
    /**
     * Both instants as they were before the latest approval cleared them: where that is taken back, they are written back. A trigger
     * sets them with each approval.
     */
    revokedBefore: instant(),
    startedOverBefore: instant(),
    donateToCharity: boolean().notNull().default(false),
    charityOfChoice: text(),
    isVentureCapital: boolean().notNull().default(true),
    isAngel: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [
    index('vcs_user').on(t.userId),
    index('vcs_changed').on(t.changedXid),
    index('vcs_replaces').on(t.replacesId).where(sql`${t.replacesId} is not null`),
  ],
)

/** Secrets of an investor, apart from every read model: write-only, encrypted. */
export const vcSecrets = pgTable('vc_secrets', {
  vcId: text()
    .$type<VcId>()
    .primaryKey()
    .references(() => vcs.id, { onDelete: 'cascade' }),
  calendlyToken: bytea(),
  updatedAt: updatedAt(),
})

/** The external listing, normalised. `raw` keeps what the source sent, so that no field of it is lost. */
export const directoryInvestors = pgTable(
  'directory_investors',
  {
    id: text().$type<VcId>().primaryKey(),
    name: text().notNull(),
    fund: text(),
    title: text(),
    isVerified: boolean().notNull(),
    isVentureCapital: boolean().notNull(),
    isAngel: boolean().notNull(),
    stages: text().array().notNull().default([]),
    sectors: text().array().notNull().default([]),
    investmentThesis: text(),
    bio: text(),
    portfolioPerformance: text(),
    location: text(),
    imageUrl: text(),
    fundWebsite: text(),
    price: centsColumn().$type<Cents>(),
    /** The price as the source wrote it, `"$49.50"` or `99`. */
    priceRaw: jsonb(),
    /** What an admin said a doubtful price means. It stands for as long as the source writes the price like that. */
    confirmedPrice: jsonb().$type<{ raw: unknown; price: Cents }>(),
    limit: integer(),
    email: text(),
    telegram: text(),
    meetingLink: text(),
    linkedinUrl: text(),
    twitterUrl: text(),
    website: text(),
    donateToCharity: boolean().notNull().default(false),
    /** When the source's word that the investor agreed to the sale of the contact was first recorded. Without it nothing is sold. */
    consentedAt: instant(),
    /** What the normaliser dropped or doubts, for the admins: `[{field, reason}]`. */
    flags: jsonb().$type<{ field: string; reason: string }[]>().notNull().default([]),
    raw: jsonb().$type<Record<string, unknown>>().notNull(),
    /** sha256 of the record as it came: an unchanged one is not written again. */
    sourceHash: text().notNull(),
    /** Set when the record vanished from the source; a buyer keeps what was bought. */
    unlistedAt: instant(),
    /** The profile for which it was unlisted, while its source still has it: a revocation lists it again. */
    replacedBy: text().$type<VcId>(),
    sourceCreatedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [index('directory_investors_changed').on(t.changedXid)],
)

/** received = added + changed + unchanged + quarantined: no record is lost between the source and here. */
export const importRuns = pgTable('import_runs', {
  id: text().primaryKey(),
  source: text().notNull(),
  /** An admin's `confirmed` lets the next run of its source take away exactly what this one would have. */
  status: text({ enum: ['applied', 'refused', 'confirmed'] }).notNull(),
  received: integer().notNull(),
  added: integer().notNull(),
  changed: integer().notNull(),
  unchanged: integer().notNull().default(0),
  unlisted: integer().notNull(),
  quarantined: integer().notNull(),
  /** Left out at the wish of whom they are about, or because they are listed under their own account. */
  suppressed: integer().notNull().default(0),
  note: text(),
  /** Whom a refused run would have unlisted, in order of their ids. */
  missing: text().array().$type<VcId[]>().notNull().default([]),
  /** How often the same refusal came again, and when it last did: it is one row, not one every five minutes. */
  repeats: integer().notNull().default(0),
  seenAt: createdAt(),
  createdAt: createdAt(),
})

/** Records that could not be listed, each with its reason; one leaves when a later import lists it. */
export const importQuarantine = pgTable('import_quarantine', {
  /** The record's own id, or a hash of the record where it has none. */
  id: text().primaryKey(),
  source: text().notNull(),
  reason: text().notNull(),
  raw: jsonb().notNull(),
  createdAt: createdAt(),
})

/** Requests of the last 30 days counted per investor; kept by a job, so that the directory lane can send what changed. */
export const investorStats = pgTable(
  'investor_stats',
  {
    id: text().$type<VcId>().primaryKey(),
    totalRequests: integer().notNull(),
    topTag: text().notNull(),
    rank: integer(),
    changedXid: changedXid(),
  },
  (t) => [index('investor_stats_changed').on(t.changedXid)],
)

/** A recorded wish to reach an investor: before a payment, or for the team to introduce. */
export const vcRequests = pgTable(
  'vc_requests',
  {
    id: text().primaryKey(),
    vcId: text().$type<VcId>().notNull(),
    vcType: text({ enum: ['airtable', 'platform'] }).notNull(),
    principalId: text().$type<PrincipalId>().notNull(),
    founderEmail: text(),
    userId: text().$type<UserId>(),
    founderScore: integer().notNull().default(50),
    tags: text().array().notNull().default([]),
    requestType: text({ enum: ['unlock', 'intro'] }).notNull(),
    message: text(),
    /** What the team did about an introduction asked of it, and what it wrote to who asked. */
    answer: text({ enum: ['new', 'forwarded', 'declined'] })
      .notNull()
      .default('new'),
    answerNote: text(),
    amount: centsColumn().$type<Cents>().notNull(),
    /** The day it was made, UTC: one request of a kind per person, investor and day. */
    day: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('vc_requests_daily').on(t.principalId, t.vcId, t.requestType, t.day),
    index('vc_requests_vc').on(t.vcId, t.createdAt),
    // What the counts of 30 days read.
    index('vc_requests_created').on(t.createdAt),
  ],
)
