/** The name of each field of a follow-up, in its form and in the list of unsent changes. */
export const followUpLabels = {
  stage: 'Conversation',
  rating: 'Rating',
  metAt: 'Met at',
  tags: 'Tags',
  dueAt: 'Next follow-up',
  remindByMail: 'Email me a reminder that morning',
} as const
