import type { Letter } from '#server/email/letter.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { cleanLine, cut } from '#shared/text.ts'

/** To an investor whose money has just left us. */
export const payoutSent = (payout: { payee: string; amount: Cents; reference: string; base: string }): Letter => ({
  subject: 'Your payout is on its way',
  paragraphs: [
    `Hello ${cut(cleanLine(payout.payee), 80) || 'there'},`,
    `${formatCents(payout.amount)} of what you earned on Latchkey is on its way to you. Banks take one to three business days.`,
    `Reference: ${cut(cleanLine(payout.reference), 120)}`,
    { label: 'See every entry', url: `${payout.base}/earnings` },
  ],
})
