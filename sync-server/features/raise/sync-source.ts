import type { contactDeals } from '#drizzle/schema/index.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import { type Deal, ROUND, type Round } from '#shared/raise/contract.ts'
import { listDeals, listRounds } from './queries.ts'
import { readRound } from './round-row.ts'

type DealRow = typeof contactDeals.$inferSelect
export const presentDeal = ({ principalId: _owner, contactId, updatedAt, ...fields }: DealRow): Deal => ({
  ...fields,
  id: contactId,
  updatedAt: updatedAt.toISOString(),
})

export const dealSource: PrivateSource<Deal> = async (tx, principalId) => (await listDeals(tx, principalId)).map(presentDeal)

/** The one round of a principal, or none. */
export const roundSource: PrivateSource<Round> = async (tx, principalId) =>
  (await listRounds(tx, principalId)).map((row) => ({ ...readRound(row), id: ROUND, updatedAt: row.updatedAt.toISOString() }))
