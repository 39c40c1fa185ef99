/** The stages of a conversation, in order. */
export const conversationStages = ['to-write', 'written', 'replied', 'meeting', 'in-talks', 'invested', 'passed'] as const
export type ConversationStage = (typeof conversationStages)[number]

export const conversationLabels: Record<ConversationStage, string> = {
  'to-write': 'To contact',
  written: 'Contacted',
  replied: 'Replied',
  meeting: 'Meeting booked',
  'in-talks': 'In talks',
  invested: 'Invested',
  passed: 'Passed',
}
