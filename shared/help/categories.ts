import * as v from 'valibot'

/** Feedback categories and their labels in the form. */
export const FEEDBACK_CATEGORIES = [
  ['feature', 'Feature Request'],
  ['bug', 'Bug Report'],
  ['investor', 'Investor Suggestion'],
  ['general', 'General Feedback'],
  ['other', 'Other'],
] as const

export const SUPPORT_CATEGORIES = [
  ['technical', 'Technical'],
  ['billing', 'Billing'],
  ['feature', 'Feature'],
  ['other', 'Other'],
] as const

export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number][0]
export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number][0]

export const FeedbackCategory = v.picklist(
  FEEDBACK_CATEGORIES.map(([id]) => id),
  'Please choose a category',
)
export const SupportCategory = v.picklist(
  SUPPORT_CATEGORIES.map(([id]) => id),
  'Please choose a category',
)

export const TicketKind = v.picklist(['feedback', 'support'])
export type TicketKind = v.InferOutput<typeof TicketKind>

/** An unknown category is shown by its id. */
export function categoryLabel(kind: TicketKind, category: string | null): string {
  const labels: readonly (readonly [string, string])[] = kind === 'support' ? SUPPORT_CATEGORIES : FEEDBACK_CATEGORIES
  return labels.find(([id]) => id === category)?.[1] ?? category ?? 'Other'
}
