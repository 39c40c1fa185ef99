import * as v from 'valibot'
import { type ConversationStage, conversationStages } from '#shared/contacts/conversation.ts'
import { VcId } from '#shared/ids.ts'

/** How an investor invests; tokens by a warrant beside shares, or by an agreement for future tokens (SAFT). */
export const instruments = ['safe', 'equity', 'note', 'token', 'other'] as const
export type Instrument = (typeof instruments)[number]

/** How firm an amount is, from the question to the signature. */
export const commitments = ['asked', 'soft', 'committed'] as const
export type Commitment = (typeof commitments)[number]

/** $100 billion: more than a round, and exact in every sum of it. */
export const MAX_RAISE_CENTS = 10_000_000_000_000
export const MAX_DEAL_LINE = 300
export const MAX_ROUND_NAME = 80
export const MAX_STAGE_NAME = 40

const NOT_AN_AMOUNT = 'This is not an amount.'
const NOT_A_PERCENTAGE = 'A probability is 0 to 100.'
const Amount = v.nullable(
  v.pipe(v.number(), v.integer(NOT_AN_AMOUNT), v.minValue(0, NOT_AN_AMOUNT), v.maxValue(MAX_RAISE_CENTS, NOT_AN_AMOUNT)),
)
const Probability = v.nullable(
  v.pipe(v.number(), v.integer(NOT_A_PERCENTAGE), v.minValue(0, NOT_A_PERCENTAGE), v.maxValue(100, NOT_A_PERCENTAGE)),
)
const line = (max: number) => v.nullable(v.pipe(v.string(), v.maxLength(max, `Please use at most ${max} characters.`)))

const dealFields = {
  /** US cents. */
  amount: Amount,
  instrument: v.nullable(v.picklist(instruments, 'This is not an instrument.')),
  /** Per cent. */
  probability: Probability,
  commitment: v.nullable(v.picklist(commitments, 'This is not a commitment.')),
  /** Who made the introduction. */
  introducedBy: line(MAX_DEAL_LINE),
  /** Its date is the due time of the follow-up. */
  nextStep: line(MAX_DEAL_LINE),
  passReason: line(MAX_DEAL_LINE),
}
export const DealFields = v.object(dealFields)
export type DealFields = v.InferOutput<typeof DealFields>
export type DealField = keyof DealFields

/** Set with one tap: of two devices the later value counts. Amounts and texts are never overwritten. */
export const chosenDealFields = ['instrument', 'probability', 'commitment'] as const satisfies DealField[]
/** Texts of the user. Those of a guest and an account are joined, so a stored one may exceed the limit of a written one. */
export const dealTexts = ['introducedBy', 'nextStep', 'passReason'] as const satisfies DealField[]

const storedLine = v.nullable(v.string())

/** A user's private data of a deal with one contact, whose id it has: an unlocked investor, or an own person. */
export const Deal = v.object({
  ...dealFields,
  introducedBy: storedLine,
  nextStep: storedLine,
  passReason: storedLine,
  id: VcId,
  updatedAt: v.string(),
})
export type Deal = v.InferOutput<typeof Deal>

export const noDeal: DealFields = {
  amount: null,
  instrument: null,
  probability: null,
  commitment: null,
  introducedBy: null,
  nextStep: null,
  passReason: null,
}

/** `deal.write`: changes only the given fields of the deal with a contact. The base contains the values that the writer saw. */
export const WriteDeal = v.object({
  id: VcId,
  amount: v.exactOptional(dealFields.amount),
  instrument: v.exactOptional(dealFields.instrument),
  probability: v.exactOptional(dealFields.probability),
  commitment: v.exactOptional(dealFields.commitment),
  introducedBy: v.exactOptional(dealFields.introducedBy),
  nextStep: v.exactOptional(dealFields.nextStep),
  passReason: v.exactOptional(dealFields.passReason),
})
export type WriteDeal = v.InferOutput<typeof WriteDeal>

/** The id of the one round of a user. */
export const ROUND = 'round'

const StageName = line(MAX_STAGE_NAME)
const stageNames = Object.fromEntries(conversationStages.map((stage) => [stage, StageName])) as Record<
  ConversationStage,
  typeof StageName
>
const roundFields = {
  name: line(MAX_ROUND_NAME),
  /** US cents. */
  target: Amount,
  /** The user's own names of the stages, by their ids. */
  ...stageNames,
}
export const RoundFields = v.object(roundFields)
export type RoundFields = v.InferOutput<typeof RoundFields>

/** A user's round, with the own names of the stages. */
export const Round = v.object({
  id: v.literal(ROUND),
  target: Amount,
  name: storedLine,
  ...(Object.fromEntries(conversationStages.map((stage) => [stage, storedLine])) as Record<ConversationStage, typeof storedLine>),
  updatedAt: v.string(),
})
export type Round = v.InferOutput<typeof Round>

export const noRound: RoundFields = {
  name: null,
  target: null,
  ...(Object.fromEntries(conversationStages.map((stage) => [stage, null])) as Record<ConversationStage, null>),
}

const optionalName = v.exactOptional(StageName)
/** `raise.write`: changes only the given fields of the round. The base contains the values that the writer saw. */
export const WriteRound = v.object({
  id: v.literal(ROUND),
  name: v.exactOptional(roundFields.name),
  target: v.exactOptional(roundFields.target),
  ...(Object.fromEntries(conversationStages.map((stage) => [stage, optionalName])) as Record<
    ConversationStage,
    typeof optionalName
  >),
})
export type WriteRound = v.InferOutput<typeof WriteRound>
