import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { investorStats, directoryInvestors as listed, vcs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { pausedUntil } from '#server/features/listings/paused-until.ts'
import type { ChannelKind } from '#shared/contacts/channels.ts'
import type { VcType } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'

const staying = alias(listed, 'staying')

/** Whether a row may be shown; used both as a filter and as a column. */
const isListed = sql<boolean>`${listed.unlistedAt} is null`
const isOpen = sql<boolean>`(${vcs.isVerified} and ${vcs.isActive})`

/** What devices hold, and what replies for the whole directory contain: see `extent/`. */
const isListedOnDevices = sql`(${listed.onDevices} and ${isListed})`
const isOpenOnDevices = sql`(${vcs.onDevices} and ${isOpen})`

/** The kinds whose condition holds. The values stay in the database. */
const kindsOf = (conditions: Record<ChannelKind, SQL>) => {
  const kinds = Object.entries(conditions).map(([kind, isGiven]) => sql`case when ${isGiven} then ${kind}::text end`)
  return sql<string[]>`array_remove(array[${sql.join(kinds, sql`, `)}], null)`.mapWith(listed.stages)
}
const isGiven = (...columns: PgColumn[]) => or(...columns.map((column) => sql`coalesce(${column}, '') <> ''`)) ?? sql`false`

// Contact columns are never selected: what is not read cannot leak.
const listedColumns = {
  id: listed.id,
  name: listed.name,
  fund: listed.fund,
  position: listed.title,
  isVerified: listed.isVerified,
  isVentureCapital: listed.isVentureCapital,
  isAngel: listed.isAngel,
  stages: listed.stages,
  sectors: listed.sectors,
  thesis: listed.investmentThesis,
  bio: listed.bio,
  portfolioPerformance: listed.portfolioPerformance,
  location: listed.location,
  imageUrl: listed.imageUrl,
  fundWebsite: listed.fundWebsite,
  price: listed.price,
  priceRaw: listed.priceRaw,
  limit: listed.limit,
  // A call is offered only with an investor who can be notified of it.
  hasMeetingLink: sql<boolean>`(${listed.meetingLink} is not null and coalesce(${listed.email}, '') <> '')`,
  channels: kindsOf({
    email: isGiven(listed.email),
    telegram: isGiven(listed.telegram),
    meeting: isGiven(listed.meetingLink),
    linkedin: isGiven(listed.linkedinUrl),
    x: isGiven(listed.twitterUrl),
    website: sql`${listed.website} is distinct from ${listed.fundWebsite} and ${isGiven(listed.website)}`,
  }),
  hasAgreed: listed.hasAgreed,
  donatesToCharity: listed.donateToCharity,
  listedAt: sql<Date>`coalesce(${listed.sourceCreatedAt}, ${listed.createdAt})`.mapWith(listed.createdAt),
  isPublic: isListed,
  onDevices: listed.onDevices,
}

const platformColumns = {
  id: vcs.id,
  name: vcs.partnerName,
  fund: vcs.fundName,
  position: vcs.position,
  isVerified: vcs.isVerified,
  isVentureCapital: vcs.isVentureCapital,
  isAngel: vcs.isAngel,
  stages: vcs.stage,
  sectors: vcs.sectors,
  thesis: vcs.investmentThesis,
  investmentTag: vcs.investmentTag,
  fundDescription: vcs.fundDescription,
  bio: sql<string | null>`coalesce(${vcs.bio}, ${vcs.fundDescription})`,
  portfolioPerformance: vcs.portfolioPerformance,
  location: vcs.location,
  imageUrl: vcs.logoUrl,
  fundWebsite: sql<string | null>`case when ${vcs.isWebsitePublic} then ${vcs.websiteUrl} end`,
  price: vcs.price,
  limit: vcs.weeklyIntroLimit,
  hasMeetingLink: sql<boolean>`(coalesce(${vcs.meetingLink}, ${vcs.calendlyLink}, ${vcs.meetingUrl}) is not null
    and (${vcs.userId} is not null or coalesce(${vcs.email}, '') <> ''))`,
  channels: kindsOf({
    email: isGiven(vcs.email),
    telegram: sql`(${isGiven(vcs.telegramUrl)} or ${vcs.contactType} = 'telegram' and ${isGiven(vcs.contactHandle)})`,
    meeting: isGiven(vcs.meetingLink, vcs.calendlyLink, vcs.meetingUrl),
    linkedin: isGiven(vcs.linkedinUrl),
    x: isGiven(vcs.twitterUrl),
    website: sql`not ${vcs.isWebsitePublic} and ${isGiven(vcs.websiteUrl)}`,
  }),
  donatesToCharity: vcs.donateToCharity,
  pausedUntil,
  replyDays: vcs.replyDays,
  listedAt: vcs.createdAt,
  isPublic: isOpen,
  onDevices: vcs.onDevices,
}

/** A row of either kind, with its public columns. */
export type PublicInvestor = ({ vcType: 'airtable' } & ListedInvestor) | ({ vcType: 'platform' } & PlatformInvestor)
export type ListedInvestor = Awaited<ReturnType<typeof listListed>>[number]
export type PlatformInvestor = Awaited<ReturnType<typeof listPlatform>>[number]

/** Rows of the external listing, public or not; without a condition those on devices. */
export const listListed = (db: Queryable, where: SQL = isListedOnDevices) => db.select(listedColumns).from(listed).where(where)

/** Rows of the platform's own investors, public or not; without a condition those on devices. */
export const listPlatform = (db: Queryable, where: SQL = isOpenOnDevices) => db.select(platformColumns).from(vcs).where(where)

/** Of records that were merged into another one: where their person is listed now, as that one or as the listing that replaced it. */
export async function listMoved(db: Queryable, ids: readonly VcId[]): Promise<Map<VcId, VcId>> {
  if (ids.length === 0) return new Map()
  const now = sql<VcId>`coalesce(${staying.replacedBy}, ${staying.id})`
  const rows = await db
    .select({ id: listed.id, now })
    .from(listed)
    .innerJoin(staying, eq(staying.id, listed.mergedInto))
    .where(inArray(listed.id, [...ids]))
  return new Map(rows.map(({ id, now }) => [id, now]))
}

export const bothKinds = (platform: PlatformInvestor[], listed: ListedInvestor[]): PublicInvestor[] => [
  ...platform.map((row) => ({ ...row, vcType: 'platform' as const })),
  ...listed.map((row) => ({ ...row, vcType: 'airtable' as const })),
]

export async function listStats(db: Queryable, where?: SQL) {
  const { id, totalRequests, topTag, rank, replyRate, replyHours, ratingTenths, ratingCount } = investorStats
  const columns = { id, totalRequests, topTag, rank, replyRate, replyHours, ratingTenths, ratingCount }
  const rows = await db.select(columns).from(investorStats).where(where).orderBy(asc(rank), asc(id))
  return rows.map(({ replyRate, replyHours, ratingTenths, ratingCount, ...row }) => ({
    ...row,
    ...(replyRate !== null && replyHours !== null && { replyRate, replyHours }),
    ...(ratingTenths !== null && ratingCount !== null && { rating: ratingTenths / 10, ratingCount }),
  }))
}

/** The external listing in the order of its API: newest first. */
export const listNewest = (db: Queryable) => listListed(db).orderBy(desc(listedColumns.listedAt), asc(listed.id))

/** Changes whenever a record on devices is added, changed or removed: every such write stamps its row with a unique number. */
export async function findListingVersion(db: Queryable): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select count(*) || '-' || coalesce(sum(${listed.changedXid}::text::bigint), 0) as version from ${listed} where ${listed.onDevices}`,
  )
  return row?.version ?? ''
}

/** The same for the platform's own investors, for public changes only. */
export async function findPlatformVersion(db: Queryable): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select count(*) || '-' || coalesce(sum(${vcs.changedXid}::text::bigint), 0) as version from ${vcs}`,
  )
  return row?.version ?? ''
}

/** The same for the leaderboard: the numbers, and the investors that may be shown. */
export async function findTopVersion(db: Queryable): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select count(*) || '-' || coalesce(sum(${investorStats.changedXid}::text::bigint), 0) as version from ${investorStats}`,
  )
  return [row?.version, await findListingVersion(db), await findPlatformVersion(db)].join(' ')
}

/** Public columns of an investor for demand endpoints; the join restricts it to investors that may be shown. */
const demandColumns = {
  id: investorStats.id,
  vcType: sql<VcType>`case when ${vcs.id} is null then 'airtable' else 'platform' end`,
  totalRequests: investorStats.totalRequests,
  topTag: investorStats.topTag,
  rank: investorStats.rank,
  isAngel: sql<boolean>`coalesce(${vcs.isAngel}, ${listed.isAngel})`,
  donatesToCharity: sql<boolean>`coalesce(${vcs.donateToCharity}, ${listed.donateToCharity})`,
}

/** All investors on the leaderboard that may be shown, most requested first. */
export async function listRanked(db: Queryable) {
  return db
    .select(demandColumns)
    .from(investorStats)
    .leftJoin(listed, and(eq(listed.id, investorStats.id), isListedOnDevices))
    .leftJoin(vcs, and(eq(vcs.id, investorStats.id), isOpenOnDevices))
    .where(and(isNotNull(investorStats.rank), or(isNotNull(listed.id), isNotNull(vcs.id))))
    .orderBy(asc(investorStats.rank), asc(investorStats.id))
}

export async function findStats(db: Queryable, id: VcId) {
  const [row] = await listStats(db, eq(investorStats.id, id))
  return row
}

/** One public investor of either kind. */
export async function findPublic(db: Queryable, id: VcId) {
  const [platform] = await listPlatform(db, and(isOpen, eq(vcs.id, id)))
  if (platform) return platform
  const [row] = await listListed(db, and(isListed, eq(listed.id, id)))
  return row
}
