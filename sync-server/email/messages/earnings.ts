import type { MailMessage } from '#server/email/mail-message.ts'
import { INVESTOR_SHARE_PERCENT, investorShare } from '#shared/earnings/share.ts'
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

export type Sale = {
  firstName: string | null
  /** The founder's name, as the earnings show it. */
  founder: string
  /** What the founder paid. */
  amount: Cents
  /** The charity that receives the share. */
  charity: string | null
  link: string
}

const MAX_NAME_LENGTH = 80
const line = (text: string) => cut(cleanLine(text), MAX_NAME_LENGTH)
const hello = ({ firstName }: Sale) => `Hello ${line(firstName ?? '') || 'there'},`

/** To an investor whose contact was sold. */
export const saleMade = (sale: Sale): MailMessage => ({
  subject: `${line(sale.founder)} unlocked your contact`,
  paragraphs: [
    hello(sale),
    `${line(sale.founder)} paid ${formatCents(sale.amount)} for your contact and can write to you now.`,
    sale.charity === null
      ? `You earn ${formatCents(investorShare(sale.amount))} (${INVESTOR_SHARE_PERCENT}%). Your earnings show from when it can be paid out.`
      : `${formatCents(investorShare(sale.amount))} (${INVESTOR_SHARE_PERCENT}%) goes to ${line(sale.charity)}.`,
    { label: 'See your earnings', url: sale.link },
  ],
})

/** To an investor whose share of a sale is taken back because the payment was refunded, or lost in a dispute. */
export const saleReversed = ({ isCall, ...sale }: Sale & { isCall: boolean }): MailMessage => ({
  subject: `A payment of ${line(sale.founder)} was refunded`,
  paragraphs: [
    hello(sale),
    `The ${formatCents(sale.amount)} that ${line(sale.founder)} paid for ${isCall ? 'a call with you' : 'your contact'} went back to the founder.`,
    sale.charity === null
      ? `Your share of ${formatCents(investorShare(sale.amount))} is taken back.`
      : `The share of ${formatCents(investorShare(sale.amount))} for ${line(sale.charity)} is taken back.`,
    ...(isCall ? [] : ['The founder no longer sees your contact.']),
    { label: 'See your earnings', url: sale.link },
  ],
})
