import { type ConversationStage, conversationLabels } from '#shared/contacts/conversation.ts'
import type { Commitment, DealField, Instrument, Round } from './contract.ts'

export const instrumentLabels: Record<Instrument, string> = {
  safe: 'SAFE',
  equity: 'Equity',
  note: 'Convertible note',
  token: 'Token warrant or SAFT',
  other: 'Other',
}

export const commitmentLabels: Record<Commitment, string> = {
  asked: 'Asked',
  soft: 'Soft-circled',
  committed: 'Committed',
}

/** The name of each field of a deal, in its form, in its table and in the list of unsent changes. */
export const dealLabels: Record<DealField, string> = {
  amount: 'Amount',
  instrument: 'Instrument',
  probability: 'Probability',
  commitment: 'Commitment',
  introducedBy: 'Introduced by',
  nextStep: 'Next step',
  passReason: 'Reason for a no',
}

export type StageLabels = Record<ConversationStage, string>

/** The name of each stage: the user's own one, or the usual one. */
export const stageLabels = (round: Partial<Pick<Round, ConversationStage>> | null | undefined): StageLabels =>
  Object.fromEntries(
    Object.entries(conversationLabels).map(([stage, label]) => [stage, round?.[stage as ConversationStage] ?? label]),
  ) as StageLabels
