import type { ColdFund, DecisionMaker, FundPerson } from '#shared/cold-scout/contract.ts'
import { maskName } from '#shared/cold-scout/mask.ts'
import type { DecisionMakerRow, FundRow } from './queries.ts'

/** A fund without unlocks. Together with the next function the only path from a decision maker's row to the public. */
export const presentFund = (fund: FundRow, people: DecisionMakerRow[]): ColdFund => ({
  ...fund,
  decisionMakers: people.map(({ id, role, fullName, hasLinkedin, hasTwitter }) => ({
    id,
    role,
    maskedName: maskName(fullName),
    hasLinkedin,
    hasTwitter,
  })),
})

/** A person of a fund for a caller who may have unlocked some: unlocked people in full, the others masked. */
export function presentPerson(row: DecisionMakerRow, held: DecisionMaker | undefined): FundPerson {
  const { id, role, fullName, hasLinkedin, hasTwitter } = row
  return {
    id,
    role,
    fullName: held ? held.fullName : maskName(fullName),
    isUnlocked: held !== undefined,
    hasLinkedin,
    hasTwitter,
    linkedinUrl: held?.linkedinUrl ?? null,
    twitterUrl: held?.twitterUrl ?? null,
  }
}
