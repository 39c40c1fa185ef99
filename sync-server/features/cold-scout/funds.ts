import type { Queryable } from '#server/db.ts'
import type { FundDetail, FundPerson } from '#shared/cold-scout/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { listDecisionMakersAt } from './held.ts'
import { presentPerson } from './present.ts'
import { type FundRow, listDecisionMakers, listFunds, listFundsOfSlug } from './queries.ts'

type FundDeps = { db: Queryable; now: () => Date }

/** Every fund with its people, each as this caller may see them. */
export async function listColdInvestors(deps: FundDeps, principalId: PrincipalId | undefined) {
  const funds = await listFunds(deps.db)
  const people = await peopleOf(deps, funds, principalId)
  return funds.map((fund) => ({ ...fund, decisionMakers: people.get(fund.id) ?? [] }))
}

/** @throws Problem `not-found` */
export async function findColdInvestor(deps: FundDeps, principalId: PrincipalId | undefined, slug: string): Promise<FundDetail> {
  const [fund] = await listFundsOfSlug(deps.db, slug)
  if (!fund) throw new Problem('not-found')
  return { fund, decisionMakers: (await peopleOf(deps, [fund], principalId)).get(fund.id) ?? [] }
}

async function peopleOf(deps: FundDeps, funds: FundRow[], principalId: PrincipalId | undefined) {
  const fundIds = funds.map(({ id }) => id)
  const own = principalId ? await listDecisionMakersAt(deps, principalId, fundIds) : []
  const held = new Map(own.map((person) => [person.id, person]))
  const rows = await listDecisionMakers(deps.db, fundIds)
  const byFund = new Map<string, FundPerson[]>(funds.map(({ id }) => [id, []]))
  for (const row of rows) byFund.get(row.fundId)?.push(presentPerson(row, held.get(row.id)))
  return byFund
}
