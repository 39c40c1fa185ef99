import * as v from 'valibot'
import { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'

/** A decision maker as a stranger sees one: the role, and a name the server has masked already. */
export const MaskedDecisionMaker = v.object({
  id: DecisionMakerId,
  role: v.string(),
  /** Initials and dots, `V•••••• W•••••`; its length says nothing of the name's. */
  maskedName: v.string(),
  hasLinkedin: v.boolean(),
  hasTwitter: v.boolean(),
})
export type MaskedDecisionMaker = v.InferOutput<typeof MaskedDecisionMaker>

export const ColdFund = v.object({
  id: ColdInvestorId,
  fundName: v.string(),
  fundSlug: v.string(),
  website: v.nullable(v.string()),
  investmentFocus: v.nullable(v.string()),
  decisionMakers: v.array(MaskedDecisionMaker),
})
export type ColdFund = v.InferOutput<typeof ColdFund>
