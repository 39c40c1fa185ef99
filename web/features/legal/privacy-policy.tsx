import { type Clause, LegalPage } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'short',
    title: 'In short',
    text: [
      'We keep what the service needs, and sell nothing about the people who use it. No advertising, no trackers of other companies, no profile of you for anybody else. An investor’s contact is shown only to those who have paid for it, and to our team. Clause 5 names what is sold of people who are listed.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    text: [
      'We keep your name, your email address, the role you joined in, and your password as a hash from which it cannot be read back. Of each browser that you are signed in on we keep what it calls itself, when it signed in and when it was last seen, so that you can end it in Settings.',
      'To keep floods and guessing out, we count requests by a keyed hash of the network address, for at most two hours. Such a hash also stays for a day beside a call that was held and not paid, and for about three days at most beside a mail that waits to be sent. We keep no log of addresses.',
      'We count how often the page of an investor or a project is opened, as one number a day for each page, without who it was. A copy of a mail that we sent is deleted after 30 days, and one about a purchase when you delete your account.',
    ],
  },
  {
    id: 'payments',
    title: 'Payments',
    text: [
      'Your card goes to our card provider and never to us. We keep what was bought, for how much, when, and the address that the receipt went to. The books have to be kept for six years by law; after you delete your account they hold a pseudonym in place of your name.',
      'Against stolen cards and refunds without end we keep keyed hashes, from which nothing can be read back: of a card that was declined and of the network address for two days, and of the address that your account has proved and the card of a purchase for a year after it or its refund. After you delete your account, its purchases keep a keyed hash of the receipt’s address, so that a code mailed to that address finds them again.',
      'The address of a receipt is used for the receipt and for news of that purchase, such as its call or its refund. Writing to you about anything else takes your consent, given separately and taken back with one click.',
    ],
  },
  {
    id: 'device',
    title: 'On your device',
    text: [
      'So that it works without a network, Latchkey keeps the public directory, your unlocked contacts, your notes and your drafts in this browser’s own storage. Signing out removes what is yours, also offline. Where you are signed out from another device, what was not sent yet stays here encrypted until the same account signs in. A contact on a device that has not reached us for 30 days is hidden until it does; where the app was not opened in that time, three days after it is.',
      'We set three cookies, all necessary. __Host-latchkey says who is signed in, for up to 180 days. __Host-anon keeps what a guest has bought or saved, for up to 400 days after the last visit. __Host-device remembers, for up to 400 days, that an account has signed in from this browser before, so that we write to its owner when another one does, and strangers’ guesses do not keep you out; it opens nothing. A fourth one, __Host-left, is there only from a sign-out in the address bar until the app has removed what it kept on this device.',
      'When you begin a card payment, our card provider Stripe loads its form and sets cookies of its own against fraud: __stripe_mid for a year and __stripe_sid for 30 minutes, and others on its own addresses. None of them is set before that, and none where payments are only simulated.',
      'In the browser’s local storage are marks without a name: latchkeySignupType (the kind of account you chose), latchkeyMember and latchkeyGated (whether an account was signed in here, or had a question open), latchkeyHomeVariant and latchkeyHomeLast (which front page you see), latchkeyInstallLater and latchkeyPrepared (what you answered about installing), and latchkeyVisits (visits that are not counted yet). Until the tab is closed: latchkeyEarly (you have seen the early access card), latchkeyVisitsTold (visits that are counted, until a sign-out), latchkeyProfileRequest (the secret of a mailed link, until it is used or until a sign-out), latchkeySubmitApplication (an application waits for your sign-in, until it is sent), tsr-scroll-restoration-v1_3 (where you were on a page) and, after an update, tanstack_router_reload.',
    ],
  },
  {
    id: 'listed',
    title: 'If you are listed without having joined',
    text: [
      'Parts of the directory come from public sources and from lists of investors. We show the professional role: name, fund, place, portrait, stages, sectors and texts about the work. Where a record holds a mailbox, we write to it once, within a month, and keep the proof; where it holds none, this page and the note on the profile are how we tell you.',
      'An email address, a messenger or a calendar is sold only where our source marks the entry as verified, or states your agreement in a field of its own, and never where that field says no. We keep the day on which that was recorded. Unless your own agreement is stated, the entry carries the badge Public source.',
      'Cold Scout lists who decides at funds, from public sources: role and fund for everybody, and for a fee the name and the public LinkedIn or Twitter profile. We rely on the legitimate interest of founders in knowing whom to address, and not on your agreement; you may object at any time.',
      'Every such page has a way to claim or to remove the entry. What is removed leaves our directory and the devices of those who paid for it, and is not imported again. The address and the message that you give with such a wish are deleted once it is decided; where we mail you a link for it, the address is deleted once the link is used or has expired, after 7 days.',
    ],
  },
  {
    id: 'others',
    title: 'Who else sees something',
    text: [
      'The card provider sees your payment and the address of its receipt. An investor whose contact you buy or ask for sees your name and the project that you have published. The investor whose call you book sees your name, your address, your company and your message. The companies that run our servers and send our mail see what passes through them, bound by contract to do nothing else with it.',
      'A picture of a listed investor or of a project may lie on another site. That site sees your network address, and not which page you read. It gets no cookie of its own back once the app is kept on your device.',
      'The introduction to an investor you unlock may be written by a language model of another company. It gets your published project and the investor’s public profile: not your name, no address, and nothing of a contact. A project that is not published is not sent.',
    ],
  },
  {
    id: 'help',
    title: 'When you write to us',
    text: [
      'We keep what you write to our team, what we answer, and the address you gave for it, with your account or with the guest that you are on this browser. It goes with the account, and is in its download.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: [
      'In Settings you can download what belongs to your account (profile, projects, orders, contacts, calls, messages, notes, and where your pictures lie), correct your name and address, and delete the account. Deleting ends every session, erases your profile, your projects, your notes and your uploads, and cancels calls that are still to come.',
      'You may also ask us in writing, object to being listed, and complain to the Information Commissioner’s Office or to the authority where you live.',
    ],
  },
  {
    id: 'age',
    title: 'Age',
    text: ['Latchkey is for people of 18 years and older. We do not knowingly keep data of anybody younger.'],
  },
  {
    id: 'law',
    title: 'Law and changes',
    text: [
      'This policy follows the data protection law of the United Kingdom and, where it reaches, of the European Union. When it changes in a way that matters to you, the new text stands here, with its date, for 30 days before it counts.',
    ],
  },
]

export function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we keep, why, for how long, and how you take it back."
      since="1 November 2026"
      clauses={clauses}
    />
  )
}
