import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import type { CalendarFault, CalendarProvider, ConsentProvider, UnreadEvents } from '#shared/bookings/external-calendar.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { replyChoices } from '#shared/replies/contract.ts'
import { users } from './accounts.ts'
import { bytea, centsColumn, changedXid, createdAt, instant, tsvector, updatedAt } from './columns.ts'

/** Platform investors: applications and the listings created from them. Matches the specification's `vcs` column by column. */
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
    /** The video room of its calls. Null: the meeting link, unless that is a scheduler's page. */
    callLink: text(),
    /** Null: never set, so the default applies. 0 is a valid price. */
    price: centsColumn().$type<Cents>(),
    /** The price at the last approval: a much higher one is reviewed again. Null: unknown. */
    approvedPrice: centsColumn().$type<Cents>(),
    logoUrl: text(),
    websiteUrl: text(),
    isWebsitePublic: boolean().notNull().default(false),
    weeklyIntroLimit: integer().notNull().default(5),
    /** The first day after a pause, `2026-12-05`: until its start in UTC no unlock and no call is sold. It may be over. */
    pausedUntil: text(),
    /** Its account is banned: it is not sold, as during a pause. A trigger sets it. */
    isSuspended: boolean().notNull().default(false),
    /** When the investor takes calls, and the limits of a day; null without own hours. */
    callHours: jsonb().$type<CallHours>(),
    /** Within how many days the investor wants to reply to a purchase; null was never set, so the default applies. */
    replyDays: integer(),
    /** IANA name of the time zone of the investor's hours; null is UTC. */
    timeZone: text(),
    isVerified: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    reviewStatus: text({ enum: ['pending', 'approved', 'rejected', 'revoked'] })
      .notNull()
      .default('pending'),
    reviewReason: text(),
    /** When its review was last requested: the SLA is measured from here. */
    submittedAt: createdAt(),
    /** The imported record that its investor claims: once approved, this profile replaces it. */
    replacesId: text().$type<VcId>(),
    /**
     * When it was first approved with that record: sales of the record belong to this investor from then on. A trigger sets it.
     */
    replacedAt: instant(),
    /**
     * Since when the claim to that record has been revoked by an admin. Only an admin can lift it: neither an application of the
     * same account nor its approval replaces the record. A trigger sets it when the listing is revoked, on any path.
     */
    claimRevokedAt: instant(),
    /**
     * Since when an admin has revoked the listing: its earnings are on hold from then on. A trigger sets it, and clears it only
     * with an approval. An application, its rejection and an erasure leave it unchanged.
     */
    revokedAt: instant(),
    /** When it was last approved; null while an application waits for its first decision. A trigger sets it. */
    approvedAt: instant(),
    /** Its owner has changed it while it was offline: the current content is not approved. A trigger sets it. */
    hasUnreviewedEdits: boolean().notNull().default(false),
    /**
     * When its account was reset after the listing had been approved: the owner of the mailbox recovered an account whose address
     * was never verified. Its earnings are on hold until an admin approves it again. A trigger clears it then.
     */
    startedOverAt: instant(),
    /**
     * Both instants as they were before the latest approval cleared them: if that is undone, they are restored. A trigger sets
     * them with each approval.
     */
    revokedBefore: instant(),
    startedOverBefore: instant(),
    donateToCharity: boolean().notNull().default(false),
    charityOfChoice: text(),
    isVentureCapital: boolean().notNull().default(true),
    isAngel: boolean().notNull().default(false),
    /** Whether devices hold this record, while it is listed: see `directoryExtents`. */
    onDevices: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [
    index('vcs_user').on(t.userId),
    index('vcs_changed').on(t.changedXid),
    index('vcs_on_devices').on(t.isVerified, t.id).where(sql`${t.onDevices} and ${t.isVerified} and ${t.isActive}`),
    // For the search of admins.
    index('vcs_email_prefix').on(sql`lower(${t.email}) text_pattern_ops`),
    index('vcs_name_words').using('gin', sql`to_tsvector('simple', ${t.partnerName} || ' ' || ${t.fundName})`),
    index('vcs_replaces').on(t.replacesId).where(sql`${t.replacesId} is not null`),
  ],
)

/** Credentials of an investor, separate from every read model: write-only, encrypted. */
export const vcCredentials = pgTable('vc_credentials', {
  vcId: text()
    .$type<VcId>()
    .primaryKey()
    .references(() => vcs.id, { onDelete: 'cascade' }),
  calendlyToken: bytea(),
  updatedAt: updatedAt(),
})

/**
 * The external calendar of an investor, one for each listing. It has times only: no title, no name of a calendar, and of the account
 * the name of its server.
 */
export const externalCalendars = pgTable('external_calendars', {
  vcId: text()
    .$type<VcId>()
    .primaryKey()
    .references(() => vcs.id, { onDelete: 'cascade' }),
  /** How it is reached. Rows of earlier releases are CalDAV. */
  provider: text().$type<CalendarProvider>().notNull().default('caldav'),
  /** Another one after each connection and each choice of calendars: a read of the earlier one is not stored. */
  connection: text().notNull(),
  /** The account and the addresses of its calendars, encrypted for this listing. */
  sealed: bytea().notNull(),
  /** The server's name, which is shown to the owner. */
  host: text().notNull(),
  busyCalendars: integer().notNull(),
  /** Calls are written to one of the calendars. */
  isWritten: boolean().notNull(),
  /** Busy times, merged, as pairs of milliseconds since the epoch; complete until `knownUntil`. */
  busy: jsonb().$type<[number, number][]>().notNull(),
  knownUntil: instant().notNull(),
  /** Events of the last read that could not be read, without their text. */
  unread: jsonb().$type<UnreadEvents>().notNull().default({ count: 0, days: [] }),
  /** Each read draws the next number before it begins. A read is stored unless one that began later was. */
  lastRead: integer().notNull().default(0),
  storedRead: integer().notNull().default(0),
  readAt: instant().notNull(),
  /** Since when reads fail, and why; null while they succeed. */
  failingSince: instant(),
  fault: text().$type<CalendarFault>(),
  /** Why the last call could not be written. */
  writeFault: text().$type<CalendarFault>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/**
 * A consent that an investor was sent to a provider for, one for each listing. It is deleted by the first return, and counts for
 * minutes.
 */
export const calendarConsents = pgTable('calendar_consents', {
  vcId: text()
    .$type<VcId>()
    .primaryKey()
    .references(() => vcs.id, { onDelete: 'cascade' }),
  provider: text().$type<ConsentProvider>().notNull(),
  /** Hash of the state that the provider returns, and of the session that it was made in. */
  state: text().notNull(),
  session: text().notNull(),
  /** The verifier of the code (RFC 7636), encrypted for this listing. */
  verifier: bytea().notNull(),
  expiresAt: instant().notNull(),
})

/** The external listing, normalised. `raw` keeps the original record, so that no field of it is lost. */
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
    /** The price in the format of the source, `"$49.50"` or `99`. */
    priceRaw: jsonb(),
    /** An admin's interpretation of a doubtful price. It applies for as long as the source has the same raw price. */
    confirmedPrice: jsonb().$type<{ raw: unknown; price: Cents }>(),
    limit: integer(),
    email: text(),
    telegram: text(),
    meetingLink: text(),
    linkedinUrl: text(),
    twitterUrl: text(),
    website: text(),
    donateToCharity: boolean().notNull().default(false),
    /**
     * When the source's statement that the investor agreed to the sale of the contact was first recorded. Without it the contact
     * is not sold.
     */
    consentedAt: instant(),
    /** The source has a field of its own for the agreement, and it says yes. */
    hasAgreed: boolean().notNull().default(false),
    /** Fields that the normaliser dropped or doubts, for the admins: `[{field, reason}]`. */
    flags: jsonb().$type<{ field: string; reason: string }[]>().notNull().default([]),
    raw: jsonb().$type<Record<string, unknown>>().notNull(),
    /** sha256 of the record as received: an unchanged one is not written again. */
    sourceHash: text().notNull(),
    /** Fields that an admin has edited, by the names of this schema: an import leaves them as they are. */
    editedFields: text().array().notNull().default([]),
    /** Created by hand: no source has it, and no import changes or unlists it. */
    isManual: boolean().notNull().default(false),
    /** Set when the record disappeared from the source; a buyer keeps the purchase. */
    unlistedAt: instant(),
    /** The profile that replaced it, while its source still has it: a revocation lists it again. */
    replacedBy: text().$type<VcId>(),
    /**
     * The record of the same person that stays: an admin has merged this one into it. That one is never merged itself, so one step
     * leads to it. This record is not listed, and is deleted with the other one.
     */
    mergedInto: text()
      .$type<VcId>()
      .references((): AnyPgColumn => directoryInvestors.id, { onDelete: 'cascade' }),
    sourceCreatedAt: instant(),
    /** Whether devices hold this record, while it is listed: see `directoryExtents`. */
    onDevices: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [
    index('directory_investors_changed').on(t.changedXid),
    index('directory_investors_merged').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    // For the search of admins.
    index('directory_investors_email_prefix').on(sql`lower(${t.email}) text_pattern_ops`),
    index('directory_investors_name_words').using('gin', sql`to_tsvector('simple', ${t.name} || ' ' || coalesce(${t.fund}, ''))`),
    // Members are read without the rest of a large listing.
    index('directory_investors_on_devices').on(t.isVerified, t.id).where(sql`${t.onDevices} and ${t.unlistedAt} is null`),
  ],
)

/** received = added + changed + unchanged + quarantined: every received record is accounted for. */
export const importRuns = pgTable('import_runs', {
  id: text().primaryKey(),
  source: text().notNull(),
  /** `confirmed` by an admin lets the next run of its source unlist exactly the records that this one would have. */
  status: text({ enum: ['applied', 'refused', 'confirmed'] }).notNull(),
  received: integer().notNull(),
  added: integer().notNull(),
  changed: integer().notNull(),
  unchanged: integer().notNull().default(0),
  unlisted: integer().notNull(),
  quarantined: integer().notNull(),
  /** Left out at the request of the person they are about, or because the person is listed with an account. */
  suppressed: integer().notNull().default(0),
  note: text(),
  /** Records that a refused run would have unlisted, ordered by id. */
  missing: text().array().$type<VcId[]>().notNull().default([]),
  /** How often the same refusal was repeated, and when last: it is one row, not one every five minutes. */
  repeats: integer().notNull().default(0),
  seenAt: createdAt(),
  createdAt: createdAt(),
})

/** Records that could not be listed, each with its reason; a row is deleted when a later import lists it. */
export const importQuarantine = pgTable('import_quarantine', {
  /** The record's own id, or a hash of the record if it has none. */
  id: text().primaryKey(),
  source: text().notNull(),
  reason: text().notNull(),
  raw: jsonb().notNull(),
  createdAt: createdAt(),
})

/** Requests of the last 30 days per investor; a job maintains it, so that the public lane can send the changes. */
export const investorStats = pgTable(
  'investor_stats',
  {
    id: text().$type<VcId>().primaryKey(),
    totalRequests: integer().notNull(),
    topTag: text().notNull(),
    rank: integer(),
    /** How often the investor replies to purchases, in percent, and after how many hours (median). Null below three replies. */
    replyRate: integer(),
    replyHours: integer(),
    /** Average rating of held calls, in tenths of a star, and how many founders gave one. Null below three. */
    ratingTenths: integer(),
    ratingCount: integer(),
    changedXid: changedXid(),
  },
  (t) => [index('investor_stats_changed').on(t.changedXid)],
)

/** A recorded request to reach an investor: before a payment, or for an introduction by the admins. */
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
    /** The admins' decision about a requested introduction, and their note to the requester. */
    answer: text({ enum: ['new', 'forwarded', 'declined'] })
      .notNull()
      .default('new'),
    answerNote: text(),
    /** The investor's reply, given once; all null until then. `replyText` is empty without a line. */
    replyChoice: text({ enum: replyChoices }),
    replyText: text(),
    repliedAt: instant(),
    amount: centsColumn().$type<Cents>().notNull(),
    /** The day of the request, UTC: one request of a kind per principal, investor and day. */
    day: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('vc_requests_daily').on(t.principalId, t.vcId, t.requestType, t.day),
    index('vc_requests_vc').on(t.vcId, t.createdAt),
    // For the counts of 30 days.
    index('vc_requests_created').on(t.createdAt),
    check(
      'vc_requests_reply',
      sql`(${t.replyChoice} is null) = (${t.replyText} is null) and (${t.replyChoice} is null) = (${t.repliedAt} is null)`,
    ),
  ],
)

/**
 * How much of a collection devices hold. While the listed investors are at most the limit, all of them are on devices, and the row
 * is not public.
 */
export const directoryExtents = pgTable('directory_extents', {
  /** `investors`. */
  id: text().primaryKey(),
  /** `DIRECTORY_LIMIT` of the node that refreshed the row last. */
  deviceLimit: integer().notNull(),
  /** The directory is larger than its part on devices: new records of the listing wait for a place. */
  isPartial: boolean().notNull().default(false),
  total: integer().notNull().default(0),
  onDevices: integer().notNull().default(0),
  changedXid: changedXid(),
})

/** Records that are listed and not on devices, as the search reads them. Derived: `reindexInvestors` writes it from the listings. */
export const directorySearch = pgTable(
  'directory_search',
  {
    id: text().$type<VcId>().primaryKey(),
    vcType: text({ enum: ['airtable', 'platform'] }).notNull(),
    isVerified: boolean().notNull(),
    isVentureCapital: boolean().notNull(),
    isAngel: boolean().notNull(),
    stageKeys: text().array().notNull(),
    sectorKeys: text().array().notNull(),
    placeWords: tsvector().notNull(),
    /** Words of name and fund; these and words of facts; these and words of prose. Separate columns have separate statistics. */
    nameWords: tsvector().notNull(),
    factWords: tsvector().notNull(),
    allWords: tsvector().notNull(),
    /** Keys of the orders, ascending. `bestKey` and `nameKey` are unique; the numbers are followed by `bestKey`. */
    bestKey: text().notNull(),
    nameKey: text().notNull(),
    priceKey: bigint({ mode: 'number' }).notNull(),
    priceHighKey: bigint({ mode: 'number' }).notNull(),
    requestsKey: bigint({ mode: 'number' }).notNull(),
    /** The default is that of too few replies. */
    repliesKey: bigint({ mode: 'number' }).notNull().default(1),
    newestKey: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('directory_search_name_words').using('gin', t.nameWords),
    index('directory_search_fact_words').using('gin', t.factWords),
    index('directory_search_all_words').using('gin', t.allWords),
    index('directory_search_place_words').using('gin', t.placeWords),
    index('directory_search_stages').using('gin', t.stageKeys),
    index('directory_search_sectors').using('gin', t.sectorKeys),
  ],
)

/** The distinct words of names and facts in `directory_search`, for words with a wrong letter. Words that are gone may remain. */
export const directoryWords = pgTable('directory_words', { word: text().primaryKey() })

/** Records outside the devices' part that have changed. Triggers add rows; rows are only added, so that no writer waits. */
export const directorySearchQueue = pgTable('directory_search_queue', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  vcId: text().$type<VcId>().notNull(),
})
