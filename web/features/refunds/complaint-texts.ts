import type { OrderKind } from '#shared/orders/contract.ts'

const CONTACT = { hint: 'e.g. wrong contact, no reply', question: 'Wrong contact or no reply?' }
const LISTING = { hint: 'e.g. paid twice, your project isn’t shown', question: 'Paid twice, or your project isn’t shown?' }

/** What can be wrong with a purchase: examples for the complaint, and the question above it. */
export const complaintTexts: Record<OrderKind, { hint: string; question: string }> = {
  vc_unlock: CONTACT,
  vc_contact: CONTACT,
  decision_maker: CONTACT,
  // A call includes the contact. A cancellation has its own terms, so it is no example.
  meeting: {
    hint: 'e.g. the call didn’t take place, wrong contact',
    question: 'The call didn’t take place, or the contact is wrong?',
  },
  scout_publish: LISTING,
  project_visibility: LISTING,
}
