import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { maskName } from '#shared/cold-scout/mask.ts'
import type { DecisionMakerRow, FundRow } from './queries.ts'

/** A fund as a stranger sees it; the only way from a decision maker's row to the public. */
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
