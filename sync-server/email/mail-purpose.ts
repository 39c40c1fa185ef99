import type { OptionalMail } from '#shared/notices/preferences.ts'

/**
 * - `security`: protects an account or its money, says what happens to it, or carries a secret that its reader has just asked for. It
 *   is sent to a suppressed address as well.
 * - `transaction`: a document of a purchase, a call or a payout, or the answer to a request of its reader.
 * - `duty`: the notice to a person who is listed without having applied.
 * - `team`: to the admins.
 * - a group of optional mails: news that can be switched off, with one click too.
 */
type Purpose = 'security' | 'transaction' | 'duty' | 'team' | OptionalMail

/** The template of every mail. `tests/server/notices/every-mail.test.ts` finds one that is missing. */
const templates: Record<Purpose, readonly string[]> = {
  security: [
    ...[
      'account-deleted',
      'account-recovered',
      'change-email',
      'claim-code',
      'code',
      'email-changed',
      'email-changing',
      'email-kept',
    ],
    ...['new-sign-in', 'password-changed', 'reset-password', 'two-factor-off', 'two-factor-on', 'two-factor-removed'],
    ...['verify-email', 'wrong-codes', 'profile-claim', 'profile-remove'],
    ...[
      'bank-account-begun',
      'bank-account-disconnected',
      'bank-account-ready',
      'payout-details-changed',
      'payout-details-removed',
    ],
  ],
  transaction: [
    ...[
      'welcome',
      'registration-attempted',
      'address-reserved',
      'newsletter-confirm',
      'follow-up',
      'ticket-received',
      'ticket-answered',
    ],
    ...[
      'receipt',
      'returned',
      'no-reply',
      'refund-requested',
      'refund-approved',
      'refund-declined',
      'refund-arrived',
      'sale-reversed',
      'contact-access',
    ],
    ...['payout', 'payout-details-missing', 'application-received', 'review-vc', 'review-project', 'review-intro'],
    ...['profile-declined', 'profile-removed', 'profile-taken-over', 'claim-ended', 'listing-changed'],
    ...['call-booked', 'call-moved', 'call-cancelled', 'call-declined', 'call-stands-again', 'call-times-proposed'],
    ...['call-proposal-declined', 'call-contact', 'call-contested', 'call-missing', 'call-decided'],
  ],
  duty: ['listing-notice'],
  team: [
    'operator-alert',
    'review-waiting',
    'tickets-owed',
    'refunds-owed',
    'disputes-owed',
    'call-contested-team',
    'call-missing-team',
  ],
  replies: ['reply', 'call-replied'],
  sales: ['sale'],
  // With the contact or a changed calendar file they are sent in any case.
  reminders: ['call-soon', 'call-tomorrow'],
  digest: ['digest'],
}

const purposes = new Map(Object.entries(templates).flatMap(([purpose, names]) => names.map((name) => [name, purpose as Purpose])))

/** @returns undefined for a template of another build */
export const purposeOf = (template: string): Purpose | undefined => purposes.get(template)

export const isSecurityMail = ({ template }: { template: string }): boolean => purposeOf(template) === 'security'
