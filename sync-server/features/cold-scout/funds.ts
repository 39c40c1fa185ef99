import type { Queryable } from '#server/db.ts'
import type { FundDetail, FundPerson } from '#shared/cold-scout/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { listDecisionMakersOf } from './held.ts'
import { presentPerson } from './present.ts'
import { type FundRow, listDecisionMakers, listFunds, listFundsOfSlug } from './queries.ts'

/** Every fund with its people, each as this caller may see them. */
export async function listColdInvestors(db: Queryable, principalId: PrincipalId | undefined) {
  const funds = await listFunds(db)
  const people = await peopleOf(db, funds, principalId)
  return funds.map((fund) => ({ ...fund, decisionMakers: people.get(fund.id) ?? [] }))
}

/** @throws Problem `not-found` */
export async function findColdInvestor(db: Queryable, principalId: PrincipalId | undefined, slug: string): Promise<FundDetail> {
  const [fund] = await listFundsOfSlug(db, slug)
  if (!fund) throw new Problem('not-found')
  return { fund, decisionMakers: (await peopleOf(db, [fund], principalId)).get(fund.id) ?? [] }
}

async function peopleOf(db: Queryable, funds: FundRow[], principalId: PrincipalId | undefined) {
  const held = new Map((principalId ? await listDecisionMakersOf(db, principalId) : []).map((person) => [person.id, person]))
  const rows = await listDecisionMakers(
    db,
    funds.map(({ id }) => id),
  )
  const byFund = new Map<string, FundPerson[]>(funds.map(({ id }) => [id, []]))
  for (const row of rows) byFund.get(row.fundId)?.push(presentPerson(row, held.get(row.id)))
  return byFund
}
