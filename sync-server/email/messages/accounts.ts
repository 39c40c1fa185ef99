import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import { browserName } from '#shared/accounts/browser-name.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import { momentIn } from '#shared/bookings/format-time.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'

const NOT_YOU = 'If this wasn’t you, ignore this email.'
const START_OVER =
  'This address was never confirmed, so someone else may have created the account. Setting a new password deletes its names, pictures, drafts, notes, messages and applications. A published project and an approved investor profile go offline, and earnings are held, until our team has reviewed them. Purchases stay.'
const ALARM = 'If this wasn’t you, set a new password now: this signs out all other devices.'

/** Without the name: the address is not verified, and a stranger may have typed both. */
export const welcome = (base: string, userType: UserType): MailMessage => ({
  subject: 'Welcome to Latchkey',
  paragraphs: [
    hello(null),
    ...(userType === 'founder'
      ? [
          'Your account is ready. Browse verified investors, pay once, and keep their direct contact on your device, even offline.',
          { label: 'Browse investors', url: `${base}/vcs` },
        ]
      : [
          `Your account is ready. Apply with your profile: founders pay to reach you, and you keep ${INVESTOR_SHARE_PERCENT}%.`,
          { label: 'Apply with your profile', url: `${base}/vc-signup` },
        ]),
  ],
})

/** Without the name, as above. */
export const verifyEmail = (link: string, { isChange }: { isChange: boolean }): MailMessage => ({
  subject: 'Confirm your email address',
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
    'Use this link to choose a new password. It works once, for 30 minutes, and signs out all devices.',
    ...(isFirstProof ? [START_OVER] : []),
    { label: 'Choose a new password', url: link },
    NOT_YOU,
  ],
})

/** To the old address: its owner must be notified of the change, and can still revert it. */
export const emailChanging = (name: string | null, base: string, link?: string): MailMessage => ({
  subject: 'Your email address is being changed',
  paragraphs: [
    hello(name),
    'Someone signed in to your account requested another email address. It changes once the new address is confirmed.',
    ...(link
      ? [
          'If this wasn’t you, use this link to keep this address. It works for 7 days, also after the change, and signs out all devices.',
          { label: 'Keep this address', url: link },
        ]
      : [ALARM, { label: 'Set a new password', url: `${base}/forgot-password` }]),
  ],
})

export const emailChanged = (name: string | null, _base: string, link?: string): MailMessage => ({
  subject: 'Your email address was changed',
  paragraphs: [
    hello(name),
    'Your account now uses another email address instead of this one.',
    ...(link
      ? [
          'If this wasn’t you, use this link to undo the change. It works for 7 days, signs out all devices and asks for a new password.',
          { label: 'Keep this address', url: link },
        ]
      : []),
  ],
})

/** To the address that an account had between a change and its reversal. */
export const emailKept = (name: string | null): MailMessage => ({
  subject: 'A change of email address was undone',
  paragraphs: [hello(name), 'The owner of the previous address undid the change. This address no longer belongs to an account.'],
})

export const manyWrongCodes = (name: string | null, base: string): MailMessage => ({
  subject: 'Wrong sign-in codes',
  paragraphs: [
    hello(name),
    'Someone entered your password and several wrong authenticator codes. They were not signed in.',
    'If this wasn’t you, someone else knows your password. Set a new one now.',
    { label: 'Set a new password', url: `${base}/forgot-password` },
  ],
})

/** An admin has restored access to the account, after proof of identity outside of the product. */
export const accountRecovered = (name: string | null): MailMessage => ({
  subject: 'Our team has started your account recovery',
  paragraphs: [
    hello(name),
    'All devices are signed out, your password no longer works, and sign-in no longer asks for an authenticator app. We sent the link for a new password in a separate email.',
    'If you didn’t request this, contact us immediately through the support form in the app.',
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
    'If this was you, you don’t need to do anything.',
    ALARM,
    { label: 'See your devices', url: `${base}/settings` },
  ],
})

export const signInCode = (name: string | null, code: string): MailMessage => ({
  subject: 'Your Latchkey code',
  paragraphs: [
    hello(name),
    'Use this code to confirm it’s you. It works once, for 10 minutes.',
    { code },
    'We never ask you for this code.',
  ],
})

export const claimCode = (code: string): MailMessage => ({
  subject: 'Your code to restore purchases',
  paragraphs: [
    hello(null),
    'Use this code to restore your purchases on a new device. It works once, for 10 minutes.',
    { code },
    NOT_YOU,
  ],
})

export const registrationAttempted = (name: string | null, base: string): MailMessage => ({
  subject: 'You already have an account',
  paragraphs: [
    hello(name),
    'Someone tried to create an account with this address or to change an account to it. It already has an account. If this was you, sign in or reset your password.',
    { label: 'Sign in', url: `${base}/auth` },
    NOT_YOU,
  ],
})

/** A user who did not set the app up cannot sign in any more. This mailbox is the way to recover the account. */
export const twoFactorOn = (name: string | null, base: string, days: number): MailMessage => ({
  subject: 'Two-factor authentication is on',
  paragraphs: [
    hello(name),
    'Signing in now asks for a code from your authenticator app.',
    `If this wasn’t you, reset your password by email within ${days} days. This signs out all devices and removes the app.`,
    { label: 'Set a new password', url: `${base}/forgot-password` },
  ],
})

export const twoFactorOff = (name: string | null, base: string): MailMessage => ({
  subject: 'Two-factor authentication is off',
  paragraphs: [
    hello(name),
    'Signing in no longer asks for a code from your authenticator app.',
    ALARM,
    { label: 'Open Settings', url: `${base}/settings` },
  ],
})

/** After the account was recovered through its mailbox. */
export const newAppRemoved = (name: string | null, days: number): MailMessage => ({
  subject: 'Your authenticator app was removed',
  paragraphs: [
    hello(name),
    `You recovered your account by email. The authenticator app was set up less than ${days} days before, possibly by someone who knew your password. We removed the app and its recovery codes.`,
    'If it was your app, set it up again in Settings.',
  ],
})

/** To an address that an account released recently. Only its reader is informed why the request had no effect. */
export const addressReserved = (days: number): MailMessage => ({
  subject: 'This address cannot be used yet',
  paragraphs: [
    hello(null),
    `Someone wants to use this address for an account. It recently belonged to another account, whose owner can reclaim it for ${days} days. Until then it can’t be used.`,
    'If this was you, try again after that.',
    NOT_YOU,
  ],
})

/** Without the name: it is erased. */
export const accountDeleted = (): MailMessage => ({
  subject: 'Your account was deleted',
  paragraphs: [
    hello(null),
    'Your account, profile, projects and notes are deleted. We keep payment records without your name, as the law requires.',
    'Upcoming calls are cancelled. Refunds due go back to your card.',
  ],
})

const timeOf = (at: Date) => momentIn(UTC, at.toISOString())
