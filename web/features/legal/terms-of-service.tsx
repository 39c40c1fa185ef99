import { FREE_CANCELLATION_HOURS, GRACE_MINUTES } from '#shared/bookings/rules.ts'
import { ANSWER_HOURS, SUPPORT_HOURS } from '#shared/help/sla.ts'
import { GUARANTEE_DAYS, REFUND_BUSINESS_DAYS, REPLY_BUSINESS_DAYS } from '#shared/refunds/guarantee.ts'
import { type Clause, LegalPage } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'what',
    title: 'What Latchkey is',
    text: [
      'Latchkey is a marketplace. Founders pay once for the direct contact of an investor, or for a 30-minute call with one. Investors join for free, set their own price and receive 85% of every fee paid for them. Other profiles come from public sources and from lists of investors. They carry the badge Public source instead of Verified, and their investors have not confirmed them.',
      'We provide introductions. We do not give investment advice, we are not a party to later agreements between users, and we do not promise that an investment follows.',
    ],
  },
  {
    id: 'who',
    title: 'Who may use it',
    text: [
      'You must be at least 18 years old. You open an account in your own name, provide an address at which we can reach you, and keep your password secret. You are responsible for actions from your account until you report to us that another person has access to it.',
      'Confirm your address when we ask you to. Until then, another person may have opened the account with it. If the password is reset by email before that, drafts, messages and applications in the account are deleted, and a published project or investor profile is offline until our team has checked it. Purchases are kept.',
    ],
  },
  {
    id: 'paying',
    title: 'Prices and payment',
    text: [
      'The price of an unlock or a call is shown on the button. Our card provider charges it once, in US dollars. Where tax has to be added, you see it before you pay, and the Pay button shows the total. The smallest charge is $0.50, or more where our account with the provider uses another currency. There are no subscriptions, and nothing renews.',
      'A contact that you have paid for is kept in your account and on the devices that you sign in on. It is removed if it is refunded, or if the investor leaves or has the entry removed. In that case we refund what you paid for it within the last 7 days.',
    ],
  },
  {
    id: 'guarantee',
    title: 'The 7-day guarantee',
    text: [
      `If a contact that you unlocked is wrong or does not answer, or a call that you booked did not take place, tell us within ${GUARANTEE_DAYS} calendar days of the payment. We reply within ${REPLY_BUSINESS_DAYS} business days. If we approve your request, the full amount goes back to the card it came from within ${REFUND_BUSINESS_DAYS} business days.`,
      `You can also report that a call did not take place until 7 days after it. You can cancel a call for a full refund until ${FREE_CANCELLATION_HOURS} hours before it starts, or, if you book it later than that, within ${GRACE_MINUTES} minutes of paying. When this period ends, you receive the contact and the meeting link. You can ask for them sooner. A cancellation by you after you have received them is not refunded. If the investor cancels or declines, you always get a full refund. After three refunds within a year, our team decides on further ones. If you delete your account, your calls are refunded as if you cancelled them at that time.`,
      'A refund removes the contact from your list. A polite refusal by an investor is an answer, and no reason for a refund.',
    ],
  },
  {
    id: 'support',
    title: 'Support',
    text: [
      `Messages from the support form: we answer within ${ANSWER_HOURS} hours, technical questions within ${SUPPORT_HOURS.technical} hours, questions about a bill within ${SUPPORT_HOURS.billing} hours. We answer feedback within ${ANSWER_HOURS} hours.`,
    ],
  },
  {
    id: 'investors',
    title: 'If you are an investor',
    text: [
      'You describe yourself truthfully, keep your contact and your calendar up to date, and keep the calls that founders paid for. We review every application before it is listed, and can remove a listing whose statements are not true. You can leave at any time. Your account is deleted once your earnings are paid out, or immediately if you give them up. The share for the charity that you named is paid to it in both cases. If you change a link or your name, or raise your price far above the approved one, we review your listing again before founders see it.',
    ],
  },
  {
    id: 'projects',
    title: 'If you publish a project',
    text: [
      'You keep all rights in what you publish about your project. By publishing it, you allow us to show it to all visitors of the marketplace. You are responsible for its accuracy, and for having the right to show its logo, figures and links.',
    ],
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    text: [
      'Spam, scraping, passing on paid contacts, false names and anything illegal are not allowed. We can remove what such an account shows, close the account, and decline its refunds.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    text: [
      'We operate Latchkey with care, but cannot exclude failures. Whatever the cause, our liability to you is at most the sum of what you paid us in the 3 months before. This does not limit liability that the law does not allow to be limited, such as for fraud, or for death or personal injury caused by negligence.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    text: [
      'If a change of these terms is material, we publish the new text here, with its date, 30 days before it takes effect. If you do not agree, you can close your account. The guarantee continues to apply to your earlier purchases.',
    ],
  },
  {
    id: 'law',
    title: 'Which law applies',
    text: [
      'These terms are governed by the law of the United Kingdom, and its courts have jurisdiction over disputes. If you are a consumer in another country, you keep the rights that its law gives you.',
    ],
  },
]

export function TermsOfService() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you can expect of us, and what we expect of you."
      since="1 November 2026"
      clauses={clauses}
    />
  )
}
