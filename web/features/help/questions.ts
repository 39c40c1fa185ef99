import { REVIEW_TIME } from '#shared/admin/sla.ts'
import { ANSWER_HOURS, SUPPORT_HOURS } from '#shared/help/sla.ts'
import { GUARANTEE_DAYS, REFUND_PROMISE } from '#shared/refunds/guarantee.ts'
/** Frequently asked questions. Every figure in them is one of the terms of service. */
export const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'How does the 7-day money-back guarantee work?',
    `If an unlocked contact is wrong or never replies, or a booked call did not take place, tell us within ${GUARANTEE_DAYS} calendar days. ${REFUND_PROMISE}`,
  ],
  [
    'How soon do you answer?',
    `Within ${ANSWER_HOURS} hours. Technical questions within ${SUPPORT_HOURS.technical} hours and billing questions within ${SUPPORT_HOURS.billing} hours.`,
  ],
  [
    'What do I get for an unlock?',
    'The direct contact: email, Telegram, meeting link or profiles, whatever the investor has given. You pay once, and it stays in your contacts on every device you sign in on, with or without a connection. It is removed only after a refund, or if the investor leaves or has the entry removed.',
  ],
  ['How much does the investor get?', '85% of each unlock fee: we pay the card fees. Investors can donate it to a charity.'],
  [
    'How do I become a listed investor?',
    `Apply for free. We review every application within ${REVIEW_TIME} and email you our decision.`,
  ],
  [
    'What works without a connection?',
    'The directory, your contacts, notes and drafts, and this page. Payments and sign-in need a connection. Unsent changes are in the outbox.',
  ],
  ['Who can use Latchkey?', 'Anyone aged 18 or older.'],
]
