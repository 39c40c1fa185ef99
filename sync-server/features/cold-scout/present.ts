import type { ColdFund, DecisionMaker, FundPerson } from '#shared/cold-scout/contract.ts'
import { maskName } from '#shared/cold-scout/mask.ts'
import type { DecisionMakerRow, FundRow } from './queries.ts'

/** A fund as a stranger sees it. With the next function the only way from a decision maker's row to the public. */
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

/** One of its people as a caller sees them who may hold some: whom they hold in full, anybody else behind a mask. */
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
