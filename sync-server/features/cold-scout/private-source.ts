import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import { peekDecisionMakers } from './owned.ts'

/** The decision makers that a principal has currently unlocked, without refunded and disputed purchases. */
export const decisionMakerSource: PrivateSource<DecisionMaker> = (tx, principalId) => peekDecisionMakers(tx, principalId)
