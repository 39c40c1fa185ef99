import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import { cleanLine, cut } from '#shared/text.ts'

const called = (name: string) => cut(cleanLine(name), 100)
const NOT_YOU = 'If you didn’t request this, ignore this email.'
const ONCE = 'The link works once, for 7 days.'

/** To the address in the record itself: its reader may decide about the record. */
export const confirmRemoval = (name: string, link: string): MailMessage => ({
  subject: 'Remove your profile from Latchkey?',
  paragraphs: [
    hello(null),
    `Someone asked us to remove the profile of ${called(name)} from our investor directory. It was listed from public sources.`,
    `The link below removes it immediately and permanently. ${ONCE}`,
    { label: 'Remove the profile', url: link },
    NOT_YOU,
  ],
})

export const confirmClaim = (name: string, link: string): MailMessage => ({
  subject: 'Take over your profile at Latchkey?',
  paragraphs: [
    hello(null),
    `Someone asked to manage the profile of ${called(name)} in our investor directory: its texts, price and contact.`,
    `If that is you, open the link and sign in to the account that should own it. Our team reviews the request first. ${ONCE}`,
    { label: 'Take over the profile', url: link },
    NOT_YOU,
  ],
})

/** To the address in the record, when an account with another address took the profile over: the claim may be false. */
export const profileTakenOver = (name: string, days: number): MailMessage => ({
  subject: 'An account now manages your Latchkey profile',
  paragraphs: [
    hello(null),
    `Our team approved an account to manage the profile of ${called(name)}, which was listed from public sources with this address.`,
    `It controls the texts, price and contact. Earlier earnings of the profile are paid out to it in ${days} days.`,
    'If that is not you or your representative, contact us through the support form in the app before then.',
  ],
})

export const profileRemoved = (name: string): MailMessage => ({
  subject: 'Your profile is removed',
  paragraphs: [
    hello(null),
    `The profile of ${called(name)} was removed from our directory. Imports won’t add it again.`,
    'We keep only a keyed fingerprint to recognise the record, and none of its content.',
  ],
})

const askedAbout = (name: string | undefined) =>
  `You asked about ${name ? `the profile of ${called(name)}` : 'a listed profile'}.`

/** @param name  undefined when the profile has been deleted */
export const requestDeclined = (name: string | undefined): MailMessage => ({
  subject: 'About your profile request',
  paragraphs: [
    hello(null),
    `${askedAbout(name)} We could not verify that it is yours, so nothing has changed.`,
    'Contact us from a fund email address through the support form in the app, and we will review it again.',
  ],
})

/** The profile of an account replaced the listed one before the request was decided. */
export const requestOwned = (name: string | undefined): MailMessage => ({
  subject: 'An account already manages the profile you asked for',
  paragraphs: [
    hello(null),
    `${askedAbout(name)} An account now manages this profile, and only that account can change or delete it. Nothing has changed.`,
    'If the account is yours, sign in to it. If not, and the profile is about you, contact us through the support form in the app.',
  ],
})

/** To the account that had claimed the profile. It contains no names: the person of the profile is removed. */
export const claimEnded = (): MailMessage => ({
  subject: 'Your application was closed',
  paragraphs: [
    hello(null),
    'The listed profile you applied for was removed at the request of the person it describes.',
    'Your application and everything copied from that profile were deleted.',
    'You can apply with your own profile at any time.',
  ],
})

/** The notice to a person whose data has another source. @see UK and EU GDPR, Article 14 */
export const listedUnasked = (name: string, page: string, policy: string): MailMessage => ({
  subject: 'You are listed in the Latchkey directory',
  paragraphs: [
    hello(null),
    `Latchkey is an investor directory for founders. It has an entry about ${cut(cleanLine(name), 100)}: name, role, fund, place, portrait, stages, sectors, texts about professional work, and a professional contact, which is this address or is listed with it.`,
    'The data comes from public sources or a list of investors, not from you. We keep it because founders look for investors (a legitimate interest), and only while the entry is listed. Everything but the contact is public. The contact is sold only if our source says that you agreed, by marking the entry as verified or in a separate field.',
    'Open your page to claim or remove the entry. A removed entry is not imported again. You can also object, request a copy or a correction of your data, and complain to a data protection authority.',
    { label: 'Claim or remove the entry', url: page },
    { label: 'Privacy Policy', url: policy },
    'We send this email only once.',
  ],
})
