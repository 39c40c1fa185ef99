import type { MailMessage } from '#server/email/mail-message.ts'
import { browserName } from '#shared/accounts/browser-name.ts'
import { momentIn } from '#shared/bookings/format-time.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import { cleanLine, cut } from '#shared/text.ts'

const MAX_NAME_LENGTH = 60

const hello = (name: string | null) => `Hello ${cut(cleanLine(name ?? ''), MAX_NAME_LENGTH) || 'there'},`
const NOT_YOU = 'If this was not you, nothing has happened, and you may ignore this message.'
const START_OVER =
  'This address was never confirmed, so somebody else may have made the account. A new password removes the names, pictures, drafts, notes, messages and applications in it. A published project and an approved investor profile go offline until our team has checked them; earnings wait until then. Purchases stay.'
const ALARM = 'If this was not you, set a new password now: it signs out everybody else.'

/** Without the name: the address is not verified, and a stranger may have typed both. */
export const welcome = (base: string): MailMessage => ({
  subject: 'Welcome to Latchkey',
  paragraphs: [
    hello(null),
    'Your account is ready. Browse verified investors, pay once, and keep their direct contact on your device, also without a connection.',
    { label: 'Browse investors', url: `${base}/vcs` },
  ],
})

/** Without the name, as above. */
export const verifyEmail = (link: string, { isChange }: { isChange: boolean }): MailMessage => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    hello(null),
    isChange
      ? 'Please confirm that this is the new address of your account. The link works once, for an hour, in the browser that asked for it or with your password.'
      : 'Please confirm that this address is yours. The link works once, for 24 hours, where you are signed in or with your password.',
    { label: 'Confirm my address', url: link },
    NOT_YOU,
  ],
})

/** `isFirstProof`: the address was never verified, so a stranger may have created the account. */
export const resetPassword = (name: string | null, link: string, { isFirstProof }: { isFirstProof: boolean }): MailMessage => ({
  subject: 'Reset your password',
  paragraphs: [
    hello(name),
    'Here you choose a new password. The link works once, for 30 minutes. It signs you out everywhere.',
    ...(isFirstProof ? [START_OVER] : []),
    { label: 'Choose a new password', url: link },
    NOT_YOU,
  ],
})

/** To the old address: its owner must be notified of the change, and can still revert it. */
export const emailChanging = (name: string | null, base: string, link?: string): MailMessage => ({
  subject: 'Your e-mail address is being changed',
  paragraphs: [
    hello(name),
    'Somebody signed in to your account asked for another e-mail address. It changes once the new address is confirmed.',
    ...(link
      ? [
          'If this was not you, keep this address with this link. It works for 7 days, also after the change, and signs everybody out.',
          { label: 'Keep this address', url: link },
        ]
      : [ALARM, { label: 'Set a new password', url: `${base}/forgot-password` }]),
  ],
})

export const emailChanged = (name: string | null, _base: string, link?: string): MailMessage => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    hello(name),
    'Your account has another e-mail address now, and no longer this one.',
    ...(link
      ? [
          'If this was not you, take the change back with this link. It works for 7 days, signs everybody out, and asks for a new password.',
          { label: 'Keep this address', url: link },
        ]
      : []),
  ],
})

/** To the address that an account had between a change and its reversal. */
export const emailKept = (name: string | null): MailMessage => ({
  subject: 'A change of e-mail address was taken back',
  paragraphs: [
    hello(name),
    'The owner of the former address has taken the change back. This address belongs to no account any more.',
  ],
})

export const manyWrongCodes = (name: string | null, base: string): MailMessage => ({
  subject: 'Wrong codes at your sign-in',
  paragraphs: [
    hello(name),
    'Somebody signed in with your password and typed several wrong codes of an authenticator app. They are not in.',
    'If this was not you, your password is known to somebody else: set a new one now.',
    { label: 'Set a new password', url: `${base}/forgot-password` },
  ],
})

/** An admin has restored access to the account, after proof of identity outside of the product. */
export const accountRecovered = (name: string | null): MailMessage => ({
  subject: 'Our team has opened the way back to your account',
  paragraphs: [
    hello(name),
    'Every browser is signed out, your password no longer works, and sign-in no longer asks for an authenticator app. Another message brings a link for a new password.',
    'If you did not ask us for this, please write to us at once with the support form of the app.',
  ],
})

export const passwordChanged = (name: string | null, base: string): MailMessage => ({
  subject: 'Your password was changed',
  paragraphs: [
    hello(name),
    'All other devices were signed out.',
    ALARM,
    { label: 'Set a new password', url: `${base}/forgot-password` },
  ],
})

export const newSignIn = (name: string | null, device: string | undefined, at: Date, base: string): MailMessage => ({
  subject: 'New sign-in to your account',
  paragraphs: [
    hello(name),
    `New sign-in: ${browserName(device ?? null)}, ${timeOf(at)}.`,
    'If this was you, there is nothing to do.',
    ALARM,
    { label: 'See your devices', url: `${base}/settings` },
  ],
})

export const signInCode = (name: string | null, code: string): MailMessage => ({
  subject: 'Your Latchkey code',
  paragraphs: [
    hello(name),
    'This code confirms that it is you. It works once, for 10 minutes.',
    { code },
    'Nobody of ours ever asks for it.',
  ],
})

export const claimCode = (code: string): MailMessage => ({
  subject: 'Your code to claim purchases',
  paragraphs: [
    'Hello,',
    'Somebody wants to bring the purchases whose receipts went to this address to their device. If that is you, type this code there. It works once, for 10 minutes.',
    { code },
    NOT_YOU,
  ],
})

export const registrationAttempted = (name: string | null, base: string): MailMessage => ({
  subject: 'You already have an account',
  paragraphs: [
    hello(name),
    'Somebody tried to make an account with this address, or to move one to it, and it has one already. Was it you? Then sign in, or reset your password there.',
    { label: 'Sign in', url: `${base}/auth` },
    NOT_YOU,
  ],
})

/** A user who did not set the app up cannot sign in any more. This mailbox is the way to recover the account. */
export const twoFactorOn = (name: string | null, base: string, days: number): MailMessage => ({
  subject: 'Two-factor authentication is on',
  paragraphs: [
    hello(name),
    'From now on, signing in asks for a code of your authenticator app.',
    `If this was not you, set a new password by mail within ${days} days: that signs everybody out and removes the app.`,
    { label: 'Set a new password', url: `${base}/forgot-password` },
  ],
})

export const twoFactorOff = (name: string | null, base: string): MailMessage => ({
  subject: 'Two-factor authentication is off',
  paragraphs: [
    hello(name),
    'Signing in no longer asks for a code of your authenticator app.',
    ALARM,
    { label: 'Open Settings', url: `${base}/settings` },
  ],
})

/** After the account was recovered through its mailbox. */
export const newAppRemoved = (name: string | null, days: number): MailMessage => ({
  subject: 'Your authenticator app was removed',
  paragraphs: [
    hello(name),
    `Your account was taken back by mail. The authenticator app was set up less than ${days} days before that. Somebody who knew the password may have done it, so the app and its recovery codes were removed.`,
    'If it was your own app, set it up again in Settings.',
  ],
})

/** To an address that an account released recently. Only its reader is informed why the request had no effect. */
export const addressReserved = (days: number): MailMessage => ({
  subject: 'This address cannot be used yet',
  paragraphs: [
    hello(null),
    `Somebody wants to use this address for an account. It belonged to another account until lately, whose owner may take it back for ${days} days. Until then no other account can have it.`,
    'If it was you, please try again after that.',
    NOT_YOU,
  ],
})

/** Without the name: it is erased. */
export const accountDeleted = (): MailMessage => ({
  subject: 'Your account was deleted',
  paragraphs: [
    hello(null),
    'Your account, profile, projects and notes are erased. What the law makes us keep of purchases is kept under a pseudonym.',
    'Calls that were still to come are cancelled. What a cancellation returns goes back to the card.',
  ],
})

const timeOf = (at: Date) => momentIn(UTC, at.toISOString())
