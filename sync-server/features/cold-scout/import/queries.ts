import { eq, max } from 'drizzle-orm'
import { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'

export const listStoredFunds = (db: Queryable) => db.select().from(coldInvestors)
export const listStoredPeople = (db: Queryable) => db.select().from(decisionMakers)

type Fund = typeof coldInvestors.$inferInsert
type Person = typeof decisionMakers.$inferInsert

export async function insertFund(tx: Transaction, fund: Fund) {
  await tx.insert(coldInvestors).values(fund)
}

export async function updateFund(tx: Transaction, id: ColdInvestorId, change: Partial<Fund>) {
  await tx.update(coldInvestors).set(change).where(eq(coldInvestors.id, id))
}

export async function findLastPosition(tx: Transaction, id: ColdInvestorId): Promise<number> {
  const { position, coldInvestorId } = decisionMakers
  const [row] = await tx
    .select({ last: max(position) })
    .from(decisionMakers)
    .where(eq(coldInvestorId, id))
  return row?.last ?? -1
}

export async function insertPerson(tx: Transaction, person: Person) {
  await tx.insert(decisionMakers).values(person)
}

export async function updatePerson(tx: Transaction, id: DecisionMakerId, change: Partial<Person>) {
  await tx.update(decisionMakers).set(change).where(eq(decisionMakers.id, id))
}
