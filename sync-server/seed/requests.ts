import { and, asc, eq, gt, isNull, like } from 'drizzle-orm'
import { directoryInvestors, principals, vcRequests } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { DEMO_INVESTOR } from './accounts.ts'

/** Request counts of the most requested investors; ten enter the leaderboard. */
const DEMAND = [18, 14, 11, 9, 9, 8, 7, 7, 6, 6, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
const PLATFORM_DEMAND = 6
const GUESTS = 20
const DAY_MS = 24 * 60 * 60 * 1000
const WINDOW_DAYS = 30

const guest = (index: number) => `pri_demo_guest_${index + 1}` as PrincipalId

type RequestedInvestor = { id: VcId; vcType: 'airtable' | 'platform'; tag: string; price: number | null; count: number }

/**
 * Demo data: requests of the last 30 days, so that popularity and ranking have data.
 *
 * Their ids begin with `req_demo_` and `pri_demo_guest_`. The guests have no cookie, so they cannot be used. Written again only
 * when the last ones have left the window.
 */
export async function seedRequests(db: Database, now: Date) {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  const isDemo = like(vcRequests.id, 'req\\_demo\\_%')
  if ((await db.$count(vcRequests, and(isDemo, gt(vcRequests.createdAt, since)))) > 0) return

  const investors: RequestedInvestor[] = [
    { id: DEMO_INVESTOR, vcType: 'platform', tag: 'Infrastructure', price: 7500, count: PLATFORM_DEMAND },
    ...(await listRequested(db)),
  ]
  const rows = investors.flatMap((investor, place) =>
    Array.from({ length: investor.count }, (_, turn) => requestOf(investor, place, turn, now)),
  )
  await db.transaction(async (tx) => {
    const guests = Array.from({ length: GUESTS }, (_, index) => ({ id: guest(index), kind: 'guest' as const }))
    await tx.insert(principals).values(guests).onConflictDoNothing()
    await tx.delete(vcRequests).where(isDemo)
    await tx.insert(vcRequests).values(rows).onConflictDoNothing()
  })
}

async function listRequested(db: Database): Promise<RequestedInvestor[]> {
  const investors = await db
    .select({
      id: directoryInvestors.id,
      price: directoryInvestors.price,
      sectors: directoryInvestors.sectors,
      stages: directoryInvestors.stages,
    })
    .from(directoryInvestors)
    .where(and(eq(directoryInvestors.isVerified, true), isNull(directoryInvestors.unlistedAt)))
    .orderBy(asc(directoryInvestors.sourceCreatedAt), asc(directoryInvestors.id))
    .limit(DEMAND.length)
  return investors.map(({ id, price, sectors, stages }, place) => ({
    id,
    price,
    vcType: 'airtable',
    tag: sectors[0] ?? stages[0] ?? 'General',
    count: DEMAND[place] ?? 0,
  }))
}

/** Spread over the window by steps that are coprime to its length, so that no day has more than others. */
function requestOf(
  { id, vcType, tag, price }: RequestedInvestor,
  place: number,
  turn: number,
  now: Date,
): typeof vcRequests.$inferInsert {
  const hoursAgo = 1 + ((place * 31 + turn * 37) % ((WINDOW_DAYS - 1) * 24))
  const createdAt = new Date(now.getTime() - hoursAgo * 60 * 60 * 1000)
  return {
    id: `req_demo_${place}_${turn}`,
    vcId: id,
    vcType,
    principalId: guest((place + turn) % GUESTS),
    tags: [tag],
    requestType: 'unlock',
    amount: quote({ kind: 'vc_unlock', vcType, price: price === null ? null : cents(price) }).amount,
    day: createdAt.toISOString().slice(0, 10),
    createdAt,
  }
}
