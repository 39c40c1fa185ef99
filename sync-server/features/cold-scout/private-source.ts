import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import { peekDecisionMakers } from './held.ts'

/** The decision makers a principal holds now; one that was refunded or is disputed is simply not among them. */
export const decisionMakerSource: PrivateSource<DecisionMaker> = (tx, principalId) => peekDecisionMakers(tx, principalId)
