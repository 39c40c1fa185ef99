import type { MailMessage } from '#server/email/letter.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { cleanLine, cut } from '#shared/text.ts'

const NOT_YOU =
  'If this was not you, sign out and ask for a new password by “Forgot password”: that disconnects the account and signs everybody out.'

export const bankAccountBegun = (): MailMessage => ({
  subject: 'A bank account for your payouts is being set up',
  paragraphs: ['Somebody signed in to your Latchkey account began to set up where your earnings are transferred to.', NOT_YOU],
})

export const bankAccountReady = (days: number): MailMessage => ({
  subject: 'Your payouts go to a new bank account',
  paragraphs: [
    `The bank account that was set up for your earnings on Latchkey can be paid now. Nothing is transferred to it for ${days} days.`,
    NOT_YOU,
  ],
})

export const bankAccountDisconnected = (): MailMessage => ({
  subject: 'Your bank account was disconnected',
  paragraphs: [
    'Earnings on Latchkey are no longer transferred to the bank account that was set up with Stripe. This happens when you disconnect it, and when the way back to your account was used, for example with a new password by mail.',
    'You can set it up again on the page of your earnings.',
  ],
})

/** To an investor whose payout has just been sent. */
export const payoutSent = (payout: { payee: string; amount: Cents; reference: string; base: string }): MailMessage => ({
  subject: 'Your payout is on its way',
  paragraphs: [
    `Hello ${cut(cleanLine(payout.payee), 80) || 'there'},`,
    `${formatCents(payout.amount)} of what you earned on Latchkey is on its way to you. Banks take one to three business days.`,
    `Reference: ${cut(cleanLine(payout.reference), 120)}`,
    { label: 'See every entry', url: `${payout.base}/earnings` },
  ],
})
