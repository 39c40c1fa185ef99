import type { TicketKind } from './categories.ts'

const HOUR_MS = 60 * 60 * 1000

/** The SLA for all messages. */
export const ANSWER_HOURS = 24

/** A shorter SLA for users who cannot work, or who paid. */
export const SUPPORT_HOURS = { technical: 4, billing: 2 } as const

export function answerHours(kind: TicketKind, category: string | null): number {
  const sooner = kind === 'support' && category !== null && Object.hasOwn(SUPPORT_HOURS, category)
  return sooner ? SUPPORT_HOURS[category as keyof typeof SUPPORT_HOURS] : ANSWER_HOURS
}

/** When an answer is due for a message that arrived at `from`. */
export const answerDue = (kind: TicketKind, category: string | null, from: Date) =>
  new Date(from.getTime() + answerHours(kind, category) * HOUR_MS)

/** Whole minutes until an answer is due; negative once it is overdue. */
export const minutesLeft = (dueAt: Date, now: Date) => Math.floor((dueAt.getTime() - now.getTime()) / 60_000)
