import type { MailMessage } from '#server/email/mail-message.ts'
import { cleanLine, cut } from '#shared/text.ts'

const called = (name: string) => cut(cleanLine(name), 100)
const NOT_YOU = 'If you did not ask for this, nothing has happened, and you may ignore this message.'
const ONCE = 'The link works once, for 7 days.'

/** To the address in the record itself: its reader may decide about the record. */
export const confirmRemoval = (name: string, link: string): MailMessage => ({
  subject: 'Remove your profile from Latchkey?',
  paragraphs: [
    `Somebody asked us to remove the profile of ${called(name)} from our directory of investors. It was listed from public sources.`,
    `With the link below it is removed at once, from every device, and is not listed again. ${ONCE}`,
    { label: 'Remove the profile', url: link },
    NOT_YOU,
  ],
})

export const confirmClaim = (name: string, link: string): MailMessage => ({
  subject: 'Take over your profile at Latchkey?',
  paragraphs: [
    `Somebody asked to manage the profile of ${called(name)} in our directory of investors: its texts, its price, its contact.`,
    `If that is you, open the link and sign in with the account that it should belong to. Our team looks at it before it counts. ${ONCE}`,
    { label: 'Take over the profile', url: link },
    NOT_YOU,
  ],
})

/** To the address in the record, when an account with another address took the profile over: the claim may be false. */
export const profileTakenOver = (name: string, days: number): MailMessage => ({
  subject: 'An account manages your profile at Latchkey now',
  paragraphs: [
    `Our team has approved that an account manages the profile of ${called(name)}, which was listed from public sources with this address.`,
    `It decides about the texts, the price and the contact. What was earned with the profile before is paid out to it ${days} days from now.`,
    'If that is not you, nor somebody who acts for you, please write to us with the support form of the app before then.',
  ],
})

export const profileRemoved = (name: string): MailMessage => ({
  subject: 'Your profile is removed',
  paragraphs: [
    `The profile of ${called(name)} is gone from our directory, and an import does not bring it back.`,
    'We keep a keyed fingerprint, so that we recognise the record, and none of what it said.',
  ],
})

const askedAbout = (name: string | undefined) =>
  `You asked about ${name ? `the profile of ${called(name)}` : 'a listed profile'}.`

/** @param name  undefined when the profile has been deleted */
export const requestDeclined = (name: string | undefined): MailMessage => ({
  subject: 'About the profile you asked for',
  paragraphs: [
    `${askedAbout(name)} We could not make out that it is yours, so nothing was changed.`,
    'Please write to us from an address of the fund, with the support form of the app, and we look again.',
  ],
})

/** The profile of an account replaced the listed one before the request was decided. */
export const requestOwned = (name: string | undefined): MailMessage => ({
  subject: 'An account already manages the profile you asked for',
  paragraphs: [
    `${askedAbout(name)} An account manages this profile now, and only that account can change or delete it. Nothing was changed.`,
    'If the account is yours, sign in to it. If it is not, and the profile is about you, please write to us with the support form of the app, and we look at it.',
  ],
})

/** To the account that had claimed the profile. It contains no names: the person of the profile is removed. */
export const claimEnded = (): MailMessage => ({
  subject: 'Your application has ended',
  paragraphs: [
    'A listed profile that your account had applied for was removed at the wish of the person it is about.',
    'Your application for it is deleted, with everything that was taken over from that profile.',
    'You may apply with a profile of your own at any time.',
  ],
})

/** The notice to a person whose data has another source. @see UK and EU GDPR, Article 14 */
export const listedUnasked = (name: string, page: string, policy: string): MailMessage => ({
  subject: 'You are listed in the Latchkey directory',
  paragraphs: [
    `Latchkey is a directory of investors for founders. It has an entry about ${cut(cleanLine(name), 100)}: name, role, fund, place, portrait, stages, sectors and texts about the professional work, and a professional contact, which is this mailbox or stands beside it.`,
    'It comes from public sources or from a list of investors, and not from you. We keep it because founders look for investors (a legitimate interest), and as long as the entry stands. All of it but the contact is public. The contact is sold only where our source says that you agreed, by marking the entry as verified or in a field of its own.',
    'Open your page to take the entry over, or to remove it. A removed entry is not imported again. You may also object, ask what we keep, have it corrected, and complain to a data protection authority.',
    { label: 'Claim or remove the entry', url: page },
    { label: 'Privacy Policy', url: policy },
    'This message is sent once.',
  ],
})
