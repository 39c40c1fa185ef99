import { FREE_CANCELLATION_HOURS, GRACE_MINUTES } from '#shared/bookings/rules.ts'
import { ANSWER_HOURS, SUPPORT_HOURS } from '#shared/help/sla.ts'
import { GUARANTEE_DAYS, REFUND_BUSINESS_DAYS, REPLY_BUSINESS_DAYS } from '#shared/refunds/guarantee.ts'
import { type Clause, LegalPage } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'what',
    title: 'What Latchkey is',
    text: [
      'Latchkey is a marketplace. Founders pay once for the direct contact of an investor, or for a 30-minute call with one. Investors join for free, set their own price and receive 85% of every fee paid for them. Other profiles come from public sources and from lists of investors; they carry the badge Public source instead of Verified, and their investors have not confirmed them here.',
      'We make the introduction. We do not give investment advice, we do not take part in what two people agree on afterwards, and we promise nobody that an investment will follow.',
    ],
  },
  {
    id: 'who',
    title: 'Who may use it',
    text: [
      'You must be at least 18 years old. You open an account in your own name, give an address that reaches you, and keep your password to yourself. What is done from your account counts as done by you until you tell us that somebody else got in.',
      'Confirm that address when we ask you to. Before that, another person may have opened the account with it. So if its password is then reset by email, drafts, messages and applications in it are deleted, and a published project or investor profile is offline until our team has checked it. What was paid for stays.',
    ],
  },
  {
    id: 'paying',
    title: 'Prices and payment',
    text: [
      'The price of an unlock or a call is the one shown on the button that you press. It is charged once, by our card provider, in US dollars; the smallest amount it can charge is $0.50, or more where our account with it is kept in another currency. There are no subscriptions and nothing renews.',
      'A contact stays yours after you have paid for it: it is kept in your account and on the devices that you sign in on. It goes with a refund, and when the investor leaves or has the entry removed; what you paid within the last 7 days then comes back.',
    ],
  },
  {
    id: 'guarantee',
    title: 'The 7-day guarantee',
    text: [
      `If a contact that you unlocked is wrong, does not answer at all, or a call that you booked did not take place, tell us within ${GUARANTEE_DAYS} calendar days of the payment. We reply within ${REPLY_BUSINESS_DAYS} business days. If you are right, the full amount goes back to the card it came from within ${REFUND_BUSINESS_DAYS} business days.`,
      `That a call did not take place may also be reported until 7 days after it. A call may be cancelled for the full price until ${FREE_CANCELLATION_HOURS} hours before it starts; a call that is booked later than that, within ${GRACE_MINUTES} minutes after paying. At that moment the contact and the meeting link are handed over. You may ask for them sooner: from then on a cancellation by you returns nothing. An investor who cancels or declines always pays back. After three refunds within a year our team decides about the next one. Deleting your account returns what a cancellation at that moment would return.`,
      'A refund takes the contact off your list. An investor who declines after a polite answer has answered; that is no ground for a refund.',
    ],
  },
  {
    id: 'support',
    title: 'Support',
    text: [
      `Whatever you write to us by the support form, we answer within ${ANSWER_HOURS} hours: technical questions within ${SUPPORT_HOURS.technical} hours, questions about a bill within ${SUPPORT_HOURS.billing} hours. Feedback has an answer within ${ANSWER_HOURS} hours as well.`,
    ],
  },
  {
    id: 'investors',
    title: 'If you are an investor',
    text: [
      'You describe yourself truthfully, keep your contact and your calendar working, and honour the calls that were paid for. We review every application before it is listed, and may take a listing down when what it says is not so. You may leave at any time: your account is deleted once what you earned is paid to you, or at once if you give it up. What goes to the charity that you named is paid to it also then. If you change a link or your name, or raise your price far above what we approved, we look at your listing again before founders see it.',
    ],
  },
  {
    id: 'projects',
    title: 'If you show a project',
    text: [
      'What you publish about your project is yours and stays yours. By publishing it you let us show it to everybody who visits the marketplace. You answer for its being true, and for having the right to show the logo, the figures and the links in it.',
    ],
  },
  {
    id: 'conduct',
    title: 'What does not belong here',
    text: [
      'No spam, no scraping, no passing on of contacts that another person would have paid for, no false names, nothing that breaks the law. We may take down what such an account shows, end it, and decline its refunds.',
    ],
  },
  {
    id: 'liability',
    title: 'What we are liable for',
    text: [
      'We run Latchkey with care, and it will still fail at times. Whatever the reason, what we owe you is at most the sum of what you paid us in the 3 months before. Nothing here limits what the law does not allow to be limited, such as fraud, or harm to a person caused by negligence.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    text: [
      'When these terms change in a way that matters, the new text stands here, with its date, for 30 days before it counts. Who does not agree may close the account, and keeps the guarantee for what was bought until then.',
    ],
  },
  {
    id: 'law',
    title: 'Which law applies',
    text: [
      'These terms are governed by the law of the United Kingdom, and its courts decide where we cannot agree. If you are a consumer elsewhere, you keep the rights that the law of your home gives you.',
    ],
  },
]

export function TermsOfService() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you may expect of us, and we of you, in plain words."
      since="1 November 2026"
      clauses={clauses}
    />
  )
}
