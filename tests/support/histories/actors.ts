import { payoutAccounts, principals, sandboxObjects, sessions, users } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { Account } from '#server/http/session.ts'
import type { Slot } from '#shared/bookings/contract.ts'
import { generatedSlots } from '#shared/bookings/slots.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import type { DecisionMakerId, PrincipalId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { listFund } from '#tests/support/actors/order-kinds.ts'
import { draftProject } from '#tests/support/actors/publishing.ts'

/** A buyer; a guest has no account and no project. */
export type Buyer = { principalId: PrincipalId; account?: Account; projectId?: ProjectId; hasLeft?: boolean }

/** The users and objects of one history; no other history uses them. */
export type Actors = {
  buyers: Buyer[]
  /** Accepts any number of introductions; its price changes. */
  listed: VcId
  /** Accepts one introduction a week. */
  limited: VcId
  person: DecisionMakerId
  /** The host of calls, and the two hours that all buyers compete for. */
  host: VcId
  hours: Slot[]
  /** Decides on refund requests, and prepares payouts. */
  admin: Account
  /** Pays the payouts. */
  payer: Account
  /** The owner of `limited` and `host`. */
  seller: Account
  /** Each claims `listed`. The provider can pay the first claimant and the seller. */
  claimants: Account[]
}

/** How many introductions `limited` accepts in seven days. */
export const WEEKLY_LIMIT = 1

export async function createActors(db: Database, now: Date): Promise<Actors> {
  const hours = generatedSlots(now, UTC)
  const seller = await withBank(db, now)
  return {
    buyers: [await buyerOf(db), await buyerOf(db), await guest(db)],
    listed: await listInvestor(db, { price: cents(9900) }),
    limited: await approveInvestor(db, { userId: seller.id, price: cents(500), weeklyIntroLimit: WEEKLY_LIMIT }),
    person: (await listFund(db)).id,
    host: await approveInvestor(db, { userId: seller.id, price: cents(7500), weeklyIntroLimit: 1000 }),
    hours: [...hours.slice(0, 1), ...hours.slice(-1)],
    admin: (await founder(db)).account,
    payer: (await founder(db)).account,
    seller,
    claimants: [await withBank(db, now), (await founder(db)).account],
  }
}

/** An account that the provider can pay, and could for a month. */
async function withBank(db: Database, now: Date): Promise<Account> {
  const account = (await founder(db)).account
  const id = newId('acct')
  const body = { id, object: 'account', details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } }
  await db.insert(sandboxObjects).values({ id, type: 'account', body })
  const readySince = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000)
  await db.insert(payoutAccounts).values({ userId: account.id, providerId: id, arePayoutsEnabled: true, readySince })
  return account
}

export const sessionOf = (id: UserId) => `session of ${id}`

async function founder(db: Database): Promise<Buyer & { account: Account }> {
  const [id, principalId] = [newId<UserId>('usr'), newId<PrincipalId>('prn')]
  const about = { id, email: `${id}@example.com`, firstName: 'Ada', lastName: 'Member', userType: 'founder' as const }
  await db.insert(users).values({ ...about, profileCompleted: true })
  await db.insert(principals).values({ id: principalId, kind: 'account', userId: id })
  // An account can only be erased with a session.
  await db.insert(sessions).values({ sid: sessionOf(id), userId: id, expire: new Date('2099-01-01') })
  return { principalId, account: { ...about, principalId } as Account }
}

async function buyerOf(db: Database): Promise<Buyer> {
  const buyer = await founder(db)
  return { ...buyer, projectId: await draftProject(db, buyer.account.id) }
}

async function guest(db: Database): Promise<Buyer> {
  const principalId = newId<PrincipalId>('prn')
  await db.insert(principals).values({ id: principalId, kind: 'guest', tokenHash: principalId })
  return { principalId }
}
