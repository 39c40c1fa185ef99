import type { Database, Queryable } from '#server/database/client.ts'
import type { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { packedOnce } from '#server/http/replies/compressed-once.ts'
import type { DecisionMaker, FundDetail, FundPerson } from '#shared/cold-scout/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { listDecisionMakersAt } from './owned.ts'
import { presentPerson } from './present.ts'
import { type FundRow, findFundsVersion, listDecisionMakers, listFunds, listFundsOfSlug } from './queries.ts'

type FundDeps = { db: Database; now: () => Date }

/** Every fund with its people, as the caller may see them: one compressed reply is shared by all callers without unlocks. */
export function createColdInvestors(deps: FundDeps) {
  const { db } = deps
  const packed = packedOnce({
    findVersion: () => findFundsVersion(db),
    read: async () => listColdInvestors(db, await listFunds(db), []),
  })
  return async (
    principalId: PrincipalId | undefined,
  ): Promise<CompressedJson | Awaited<ReturnType<typeof listColdInvestors>>> => {
    if (!principalId) return packed()
    const funds = await listFunds(db)
    const owned = await ownedBy(deps, principalId, funds)
    return owned.length > 0 ? listColdInvestors(db, funds, owned) : packed()
  }
}

const ownedBy = async (deps: FundDeps, principalId: PrincipalId | undefined, funds: FundRow[]) =>
  principalId ? listDecisionMakersAt(deps, principalId, idsOf(funds)) : []

const idsOf = (funds: FundRow[]) => funds.map(({ id }) => id)

async function listColdInvestors(db: Queryable, funds: FundRow[], owned: DecisionMaker[]) {
  const people = await peopleOf(db, funds, owned)
  return funds.map((fund) => ({ ...fund, decisionMakers: people.get(fund.id) ?? [] }))
}

/** @throws Problem `not-found` */
export async function findColdInvestor(deps: FundDeps, principalId: PrincipalId | undefined, slug: string): Promise<FundDetail> {
  const [fund] = await listFundsOfSlug(deps.db, slug)
  if (!fund) throw new Problem('not-found')
  const owned = await ownedBy(deps, principalId, [fund])
  return { fund, decisionMakers: (await peopleOf(deps.db, [fund], owned)).get(fund.id) ?? [] }
}

async function peopleOf(db: Queryable, funds: FundRow[], unlocked: DecisionMaker[]) {
  const owned = new Map(unlocked.map((person) => [person.id, person]))
  const rows = await listDecisionMakers(db, idsOf(funds))
  const byFund = new Map<string, FundPerson[]>(funds.map(({ id }) => [id, []]))
  for (const row of rows) byFund.get(row.fundId)?.push(presentPerson(row, owned.get(row.id)))
  return byFund
}
