import * as v from 'valibot'
import { ColdInvestorId, DecisionMakerId, OrderId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { PaymentIntentId, ReceiptEmail } from '#shared/unlocks/contract.ts'

/** A locked decision maker: the role, and a name that the server has already masked. */
export const MaskedDecisionMaker = v.object({
  id: DecisionMakerId,
  role: v.string(),
  /** Initials and dots, `V•••••• W•••••`; its length reveals nothing about the name. */
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

/**
 * An unlocked decision maker: everything that its buyer can read offline, including the fund's name. It is only sent in its
 * holder's private lane.
 */
export const DecisionMaker = v.object({
  id: DecisionMakerId,
  fundId: ColdInvestorId,
  fundName: v.string(),
  fundSlug: v.string(),
  role: v.string(),
  fullName: v.string(),
  linkedinUrl: v.nullable(v.string()),
  twitterUrl: v.nullable(v.string()),
  orderId: OrderId,
  amount: Cents,
  /** ISO instant. */
  unlockedAt: v.string(),
})
export type DecisionMaker = v.InferOutput<typeof DecisionMaker>

/** One person on a fund's page: `fullName` is masked, and there are no links, unless the caller has unlocked the person. */
export const FundPerson = v.object({
  id: DecisionMakerId,
  role: v.string(),
  fullName: v.string(),
  isUnlocked: v.boolean(),
  hasLinkedin: v.boolean(),
  hasTwitter: v.boolean(),
  linkedinUrl: v.nullable(v.string()),
  twitterUrl: v.nullable(v.string()),
})
export type FundPerson = v.InferOutput<typeof FundPerson>

const { decisionMakers: _people, ...fund } = ColdFund.entries

/** `GET /api/cold-investors` */
export const ColdInvestors = v.array(v.object({ ...fund, decisionMakers: v.array(FundPerson) }))
/** `GET /api/cold-investors/{slug}` */
export const FundDetail = v.object({ fund: v.object(fund), decisionMakers: v.array(FundPerson) })
export type FundDetail = v.InferOutput<typeof FundDetail>

/** `GET /api/check-decision-maker-unlock`; `email` is accepted for compatibility with the specification and ignored. */
export const CheckDecisionMaker = v.object({ decisionMakerId: DecisionMakerId, email: v.optional(v.string()) })
export const DecisionMakerState = v.object({ hasUnlocked: v.boolean(), contact: v.optional(DecisionMaker) })
export type DecisionMakerState = v.InferOutput<typeof DecisionMakerState>

/** `POST /api/create-decision-maker-payment`. `amount` is accepted and ignored: the server quotes the price. */
export const StartDecisionMaker = v.object({
  decisionMakerId: DecisionMakerId,
  email: ReceiptEmail,
  amount: v.optional(v.unknown()),
})

/** `POST /api/confirm-decision-maker-unlock`: requests that the server reads the payment again. */
export const ConfirmDecisionMaker = v.object({
  paymentIntentId: PaymentIntentId,
  decisionMakerId: DecisionMakerId,
  email: ReceiptEmail,
})
export type ConfirmDecisionMaker = v.InferOutput<typeof ConfirmDecisionMaker>
export const DecisionMakerConfirmed = v.object({ success: v.literal(true), contact: DecisionMaker })
