import { coldInvestors } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { changedSince } from '#server/sync/public/changed-since.ts'
import type { DirectorySource } from '#server/sync/public/public-source.ts'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { presentFund } from './present.ts'
import { type DecisionMakerRow, type FundRow, listDecisionMakers, listFunds } from './queries.ts'

/** A fund's document contains its people; a trigger stamps the fund when one of them changes. */
export const coldFundSource: DirectorySource<ColdFund> = {
  listAll: async (tx) => withPeople(tx, await listFunds(tx)),
  listChanged: async (tx, since, buried) => ({
    put: await withPeople(tx, await listFunds(tx, changedSince(coldInvestors, since, buried))),
    del: [],
  }),
}

async function withPeople(tx: Transaction, funds: FundRow[]): Promise<ColdFund[]> {
  if (funds.length === 0) return []
  const people = await listDecisionMakers(
    tx,
    funds.map((fund) => fund.id),
  )
  const byFund = new Map<string, DecisionMakerRow[]>()
  for (const person of people) byFund.set(person.fundId, [...(byFund.get(person.fundId) ?? []), person])
  return funds.map((fund) => presentFund(fund, byFund.get(fund.id) ?? []))
}
