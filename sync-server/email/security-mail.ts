/**
 * Mails that are sent to a suppressed address as well: they protect an account or its money, or say what happens to it. A mail with
 * a one-time secret is among them, because its reader has just asked for it.
 */
const SECURITY_TEMPLATES: ReadonlySet<string> = new Set([
  'account-deleted',
  'account-recovered',
  'bank-account-begun',
  'bank-account-disconnected',
  'bank-account-ready',
  'change-email',
  'claim-code',
  'code',
  'email-changed',
  'email-changing',
  'email-kept',
  'new-sign-in',
  'password-changed',
  'payout-details-changed',
  'payout-details-removed',
  'reset-password',
  'two-factor-off',
  'two-factor-on',
  'two-factor-removed',
  'verify-email',
  'wrong-codes',
])

export const isSecurityMail = ({ template, secretUntil }: { template: string; secretUntil: Date | null }): boolean =>
  secretUntil !== null || SECURITY_TEMPLATES.has(template)
