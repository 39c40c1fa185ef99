/** The stages of a conversation, in order. */
export const conversationStages = ['to-write', 'written', 'replied', 'meeting', 'in-talks', 'invested', 'passed'] as const
export type ConversationStage = (typeof conversationStages)[number]

export const conversationLabels: Record<ConversationStage, string> = {
  'to-write': 'To write',
  written: 'Written',
  replied: 'Replied',
  meeting: 'Meeting set',
  'in-talks': 'In talks',
  invested: 'Invested',
  passed: 'Passed',
}
