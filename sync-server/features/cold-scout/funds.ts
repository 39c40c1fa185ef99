import type { Database, Queryable } from '#server/db.ts'
import type { PackedJson } from '#server/http/packed-json.ts'
import { packedOnce } from '#server/http/packed-once.ts'
import type { DecisionMaker, FundDetail, FundPerson } from '#shared/cold-scout/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { listDecisionMakersOf } from './held.ts'
import { presentPerson } from './present.ts'
import { type FundRow, findFundsVersion, listDecisionMakers, listFunds, listFundsOfSlug } from './queries.ts'

/** Every fund with its people, each as the caller may see them: one packed answer for everybody who unlocked none. */
export function createColdInvestors(db: Database) {
  const packed = packedOnce({ findVersion: () => findFundsVersion(db), read: () => listColdInvestors(db, []) })
  return async (principalId: PrincipalId | undefined): Promise<PackedJson | Awaited<ReturnType<typeof listColdInvestors>>> => {
    const held = await heldBy(db, principalId)
    return held.length > 0 ? listColdInvestors(db, held) : packed()
  }
}

const heldBy = async (db: Queryable, principalId: PrincipalId | undefined) =>
  principalId ? listDecisionMakersOf(db, principalId) : []

async function listColdInvestors(db: Queryable, held: DecisionMaker[]) {
  const funds = await listFunds(db)
  const people = await peopleOf(db, funds, held)
  return funds.map((fund) => ({ ...fund, decisionMakers: people.get(fund.id) ?? [] }))
}

/** @throws Problem `not-found` */
export async function findColdInvestor(db: Queryable, principalId: PrincipalId | undefined, slug: string): Promise<FundDetail> {
  const [fund] = await listFundsOfSlug(db, slug)
  if (!fund) throw new Problem('not-found')
  return { fund, decisionMakers: (await peopleOf(db, [fund], await heldBy(db, principalId))).get(fund.id) ?? [] }
}

async function peopleOf(db: Queryable, funds: FundRow[], unlocked: DecisionMaker[]) {
  const held = new Map(unlocked.map((person) => [person.id, person]))
  const rows = await listDecisionMakers(
    db,
    funds.map(({ id }) => id),
  )
  const byFund = new Map<string, FundPerson[]>(funds.map(({ id }) => [id, []]))
  for (const row of rows) byFund.get(row.fundId)?.push(presentPerson(row, held.get(row.id)))
  return byFund
}
