/** Frequently asked questions. Every figure in them is one of the terms of service. */
export const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'How does the 7-day money-back guarantee work?',
    'When a contact that you unlocked is wrong or never answers, or a call that you booked did not take place, tell us within 7 calendar days. You have our reply within 5 business days, and if you are right the full amount is back on your card within 10 business days.',
  ],
  [
    'How soon do you answer?',
    'Within 24 hours. Technical questions are answered within 4 hours and questions about a bill within 2 hours.',
  ],
  [
    'What do I get for an unlock?',
    'The direct contact: e-mail, Telegram, meeting link or profiles, whatever the investor has given. You pay once, and it stays in your contacts on every device you sign in on, with or without a connection. It goes only with a refund, or when the investor leaves or has the entry removed.',
  ],
  ['How much of it reaches the investor?', '85% of each unlock fee, or the charity that the investor has chosen.'],
  [
    'How do I become a listed investor?',
    'Apply for free. Our team looks at every application, which takes 1-2 business days, and tells you by e-mail.',
  ],
  [
    'What works without a connection?',
    'The directory, your contacts and notes, your drafts, this page and what you write on it. Paying and signing in need a connection. What waits to be sent is in the outbox.',
  ],
  ['Who may use Latchkey?', 'Anybody aged 18 or older.'],
]
