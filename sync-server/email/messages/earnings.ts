import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import { maskedLine } from '#shared/earnings/check-details.ts'
import type { MaskedDetails } from '#shared/earnings/payout-details.ts'
import { INVESTOR_SHARE_PERCENT, investorShare } from '#shared/earnings/share.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { type ReplyChoice, replyChoices, replyLabels } from '#shared/replies/contract.ts'
import { daysInWords } from '#shared/replies/reply-days.ts'
import { cleanLine, cut } from '#shared/text.ts'

const NOT_YOU =
  'If this wasn’t you, sign out and reset your password with “Forgot password”. This disconnects the account and signs out all devices.'

export const bankAccountBegun = (): MailMessage => ({
  subject: 'A bank account for your payouts is being set up',
  paragraphs: [
    hello(null),
    'Someone signed in to your Latchkey account started to set up a bank account for your earnings.',
    NOT_YOU,
  ],
})

export const bankAccountReady = (days: number): MailMessage => ({
  subject: 'Your payouts go to a new bank account',
  paragraphs: [
    hello(null),
    `The bank account for your Latchkey earnings is ready. Transfers to it start in ${days} days.`,
    NOT_YOU,
  ],
})

export const bankAccountDisconnected = (): MailMessage => ({
  subject: 'Your bank account was disconnected',
  paragraphs: [
    hello(null),
    'Your Latchkey earnings are no longer transferred to the bank account set up with Stripe. This happens when you disconnect it or recover your account, for example with a password reset.',
    'You can set it up again under Earnings.',
  ],
})

const DETAILS_NOT_YOU =
  'If this wasn’t you, sign out and reset your password with “Forgot password”. This removes the payout details and signs out all devices.'

const destination = (masked: MaskedDetails) => `${line(masked.holder)}, ${maskedLine(masked)}`

/** After each change of the details: a stolen session must not redirect money unnoticed. */
export const payoutDetailsChanged = (masked: MaskedDetails): MailMessage => ({
  subject: 'Your payout details were changed',
  paragraphs: [hello(null), `Your Latchkey earnings will be paid to ${destination(masked)}.`, DETAILS_NOT_YOU],
})

export const payoutDetailsRemoved = (masked: MaskedDetails): MailMessage => ({
  subject: 'Your payout details were removed',
  paragraphs: [
    hello(null),
    `Your Latchkey earnings are no longer paid to ${destination(masked)}. This happens when you remove the details or recover your account, for example with a password reset.`,
    'You can enter them again under Earnings. Until then your earnings are not paid out.',
  ],
})

/** To an investor whose earnings can be paid out, and who has not said where to. */
export const payoutDetailsMissing = (due: { payee: string; amount: Cents; base: string }): MailMessage => ({
  subject: 'Tell us where to pay your earnings',
  paragraphs: [
    hello(due.payee),
    `${formatCents(due.amount)} of your Latchkey earnings is ready to be paid out, but we don’t know your bank account.`,
    'Sign in and enter your payout details under Earnings. We never ask for them by email.',
    { label: 'Enter payout details', url: `${due.base}/earnings` },
  ],
})

type Payout = { payee: string; amount: Cents; reference: string; base: string; paidTo?: MaskedDetails | undefined }

/** To an investor whose payout has just been sent. */
export const payoutSent = (payout: Payout): MailMessage => ({
  subject: 'Your payout is on its way',
  paragraphs: [
    hello(payout.payee),
    `${formatCents(payout.amount)} of your Latchkey earnings was sent. Banks take one to three business days.`,
    ...(payout.paidTo ? [`Paid to: ${destination(payout.paidTo)}`] : []),
    `Reference: ${cut(cleanLine(payout.reference), 120)}`,
    { label: 'See all entries', url: `${payout.base}/earnings` },
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
  /** Where the investor can reply to the founder, without signing in: the choice follows after a dot. */
  replyLink?: string | undefined
  /** Days that this sale has for a reply. */
  replyDays?: number | undefined
}

const MAX_NAME_LENGTH = 80
const line = (text: string) => cut(cleanLine(text), MAX_NAME_LENGTH)

/** To an investor whose contact was sold. */
export const saleMade = (sale: Sale): MailMessage => ({
  subject: `${line(sale.founder)} unlocked your contact`,
  paragraphs: [
    hello(sale.firstName),
    `${line(sale.founder)} paid ${formatCents(sale.amount)} for your contact and can write to you now.`,
    sale.charity === null
      ? `You earn ${formatCents(investorShare(sale.amount))} (${INVESTOR_SHARE_PERCENT}%). Your earnings show from when it can be paid out.`
      : `${formatCents(investorShare(sale.amount))} (${INVESTOR_SHARE_PERCENT}%) goes to ${line(sale.charity)}.`,
    ...(sale.replyLink
      ? [REPLY, ...within(sale.replyDays), ...replyChoices.map((choice) => replyTo(sale.replyLink ?? '', choice))]
      : []),
    { label: 'See your earnings', url: sale.link },
  ],
})

const REPLY = 'Reply with one click. You can add a line before it is sent. The links work for 30 days, until you have replied.'
/** What the founder has read before paying. */
const within = (days: number | undefined) =>
  days === undefined ? [] : [`They expect a reply within ${daysInWords(days)}, and can ask for their money back without one.`]
const replyTo = (link: string, choice: ReplyChoice) => ({ label: replyLabels[choice], url: `${link}.${choice}` })

/** To an investor whose share of a sale is taken back because the payment was refunded, or lost in a dispute. */
export const saleReversed = ({ isCall, ...sale }: Sale & { isCall: boolean }): MailMessage => ({
  subject: `A payment by ${line(sale.founder)} was refunded`,
  paragraphs: [
    hello(sale.firstName),
    `The ${formatCents(sale.amount)} that ${line(sale.founder)} paid for ${isCall ? 'a call with you' : 'your contact'} was refunded.`,
    sale.charity === null
      ? `Your share of ${formatCents(investorShare(sale.amount))} is reversed.`
      : `The share of ${formatCents(investorShare(sale.amount))} for ${line(sale.charity)} is reversed.`,
    ...(isCall ? [] : ['The founder no longer sees your contact.']),
    { label: 'See your earnings', url: sale.link },
  ],
})
