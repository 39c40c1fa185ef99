import { type Clause, LegalPage } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'short',
    title: 'In short',
    text: [
      'We keep only what the service needs, and we do not sell data about our users. There is no advertising, and there are no trackers of other companies and no profiling for third parties. Only founders who have paid, and our team, see an investor’s contact. Clause 5 lists what we sell about people who are listed without an account.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    text: [
      'We keep your name, your email address, your role, and a hash of your password, from which the password cannot be recovered. For each browser that you are signed in on, we keep its name, the time of sign-in and the time of last use, so that you can sign it out in Settings.',
      'To prevent abuse and password guessing, we count requests by a keyed hash of the network address, for at most two hours. We also keep such a hash for a day with a call that was reserved and not paid for, and for at most about three days with an email that waits to be sent. We keep no log of network addresses. When very many requests come from your network, your browser solves a calculation before it sends a form. The calculation says nothing about you or your device, no other company takes part in it, and we remember only that it was used, for at most two hours. We block email addresses, mail domains and networks that are used for abuse: these we keep in readable form while the block lasts, usually 30 days, and for 90 days after its end. A card that is used for abuse is blocked by a keyed hash, for as long.',
      'An investor can connect an external calendar. We keep the address of its server, the user name and the app password, or the access that the investor gave us at Google or Microsoft, encrypted, and read at which times the investor is busy. We keep these times and nothing else of an event: no title, no place and no guest. We enter the investor’s calls in that calendar, with the founder’s name and company. All of it is deleted when the investor disconnects the calendar or deletes the account. Calls that were entered stay in the calendar. Google or Microsoft gets this data only if the investor connects a calendar there, and processes it for the investor under its own terms.',
      'We count how often the page of an investor or project is opened: one number a day per page, without information about visitors. If the app fails in your browser, it reports the kind of fault, the place in our code, the kind of page and of browser, and whether you were offline, without an account, an address or any text. We count these reports for 30 days, on our own servers. Copies of emails that we sent are deleted after 30 days. Copies of emails about a purchase are deleted when you delete your account. If an email to you comes back, or you report one as spam, we keep a keyed hash of your address, so that it gets security emails only, until you end this in Settings or with another address. Of a spam report the hash stays after you delete your account.',
    ],
  },
  {
    id: 'payments',
    title: 'Payments',
    text: [
      'Our card provider processes your card. We never receive its details. We keep what was bought, the amount, the time, and the address that the receipt was sent to. The law requires us to keep accounting records for six years. After you delete your account, these records contain a pseudonym instead of your name. Invoices and credit notes are the exception: the law requires us to keep them as they were issued, with the name, address and VAT ID that they contain. The details that you enter for your next invoice are deleted with your account.',
      'Where we pay an investor by bank transfer, we keep the bank details that the investor entered, encrypted. Only our team reads them, when a payout is due, and each time is recorded. The investor can remove them at any time, and they are deleted with the account. Until then each payout shows the last four digits of the account that it went to.',
      'To prevent the use of stolen cards and the abuse of refunds, we keep keyed hashes, from which the original data cannot be recovered: of a declined card and its network address for two days, and of your confirmed address and the card of a purchase for a year after the purchase or its refund. After you delete your account, each of its purchases keeps a keyed hash of the receipt’s address, so that a code emailed to that address can restore it.',
      'We use the address of a receipt for the receipt and for messages about that purchase, such as its call or its refund. Emails about replies, sales and reminders of calls, and the weekly list of your follow-ups, can be switched off in Settings, or with one click in such an email, and we keep this choice with your account. All other emails need your consent, which you give separately and can withdraw with one click.',
    ],
  },
  {
    id: 'device',
    title: 'On your device',
    text: [
      'To work offline, Latchkey stores the public directory, your unlocked contacts, your notes and your drafts in this browser. Signing out removes your data, also offline. If you are signed out from another device, unsent changes stay on this device, encrypted, until the same account signs in. A contact on a device that has not connected to us for 30 days is hidden until it does. If the app was not opened in that time, the contact is hidden three days after the next opening.',
      'We set three cookies, all of them necessary. __Host-latchkey identifies your session, for up to 180 days. __Host-anon identifies the purchases and saved investors of a guest, for up to 400 days after the last visit. __Host-device records, for up to 400 days, that an account has signed in from this browser. With it we can notify the account’s owner of a sign-in from another browser, and wrong passwords of other people do not lock you out. It gives no access. A fourth cookie, __Host-left, exists only from a sign-out in the address bar until the app has removed its data from this device.',
      'When you start a card payment, our card provider Stripe loads its form and sets its own cookies against fraud: __stripe_mid for a year, __stripe_sid for 30 minutes, and others on its own addresses. It sets none of them before that, and none where payments are only simulated.',
      'If you turn on notifications, we keep the address that your browser’s push service gives us, encrypted, with your session. It is deleted when you turn them off or sign out there, and when the session ends. The push service, of the company that made your browser, delivers our messages and cannot read them. They contain the kind of news and ids, and no name, amount or text.',
      'The browser’s local storage contains these entries, none with a name: latchkeySignupType (the kind of account you chose), latchkeyMember and latchkeyGated (whether an account was signed in here, and whether it had an open question), latchkeyHomeVariant and latchkeyHomeLast (which home page you see), latchkeyInstallLater and latchkeyPrepared (your answers about installing the app), latchkeyPushLater (you have declined the offer of notifications), latchkeyVisits (visits that are not counted yet), and latchkeyErrors and latchkeyErrorsTold (faults of the app that are not reported yet, and which were reported today). The following are stored until you close the tab: latchkeyEarly (you have seen the early access card), latchkeyVisitsTold (visits that are counted, until you sign out), latchkeyProfileRequest (the secret of a link from an email, until you use it or sign out), latchkeySubmitApplication (an application waits for your sign-in, until it is sent), tsr-scroll-restoration-v1_3 (your position on a page) and, after an update, tanstack_router_reload.',
    ],
  },
  {
    id: 'listed',
    title: 'If you are listed without having joined',
    text: [
      'Parts of the directory come from public sources and from lists of investors. We show professional information: name, fund, place, portrait, stages, sectors and texts about professional work. If a record contains an email address, we write to it once, within a month, and keep proof of that email. If it contains none, this page and the note on the profile inform you.',
      'We sell an email address, a messenger name or a calendar link only if our source marks the entry as verified or states your agreement in a separate field, and never if that field states that you disagree. We keep the date on which this was recorded. Unless your own agreement is stated, the entry carries the badge Public source.',
      'Cold Scout lists decision makers of funds, from public sources. Role and fund are public. The name and the public LinkedIn or Twitter profile are sold. The legal basis is the legitimate interest of founders in finding the right person, not your agreement. You can object at any time.',
      'Each such page offers to claim or remove the entry. A removed entry disappears from our directory and from the devices of those who paid for it, and is not imported again. We delete the address and the message of your request once it is decided. If we email you a link for it, we delete the address when the link is used or expires, after 7 days.',
    ],
  },
  {
    id: 'others',
    title: 'Who else receives data',
    text: [
      'The card provider receives your payment and the address for its receipt, and where it calculates a tax, the country, postal code and VAT ID of your billing details. An investor whose contact you buy or request sees your name and your published project. An investor whose call you book sees your name, address, company and message, and your rating of the call. If that investor has connected a calendar of Google or Microsoft, that company receives the time of the call, your name and your company. Other users see only the average of three or more founders. The companies that run our servers and send our emails process the data that passes through them, and are bound by contract to use it for nothing else.',
      'People whom you add to your contacts yourself, with your notes on them and the photos that you add, are read by you only. We show them to no other user and to no admin, and send them nothing. A deleted person or photo is removed after 30 days. Your device makes photos smaller and removes the place where they were taken before it sends them. You decide what you store about others, and are responsible for it. What you enter about your raise, your tags, your templates and your saved searches are read by you only as well.',
      'The picture of a listed investor or project may be stored on another site. That site sees your network address, but not which page you read. Once the app is stored on your device, that site’s cookies are not sent to it.',
      'A language model of another company may write the introduction to an investor that you unlock. It receives your published project and the investor’s public profile. It does not receive your name, an address or any contact. An unpublished project is not sent.',
    ],
  },
  {
    id: 'help',
    title: 'When you write to us',
    text: [
      'We keep your messages to our team, our replies, and the address that you gave for them, with your account or with your guest session in this browser. They are deleted with the account, and are part of its download.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: [
      'In Settings you can download the data of your account (profile, projects, orders, contacts, calls, messages, notes, and where your pictures are stored), correct your name and address, and delete the account. Deletion ends all sessions, erases your profile, projects, notes and uploads, and cancels upcoming calls.',
      'You can also contact us in writing, object to being listed, and complain to the Information Commissioner’s Office or to the authority where you live.',
    ],
  },
  {
    id: 'age',
    title: 'Age',
    text: ['Latchkey is for people of 18 years and older. We do not knowingly keep data of younger people.'],
  },
  {
    id: 'law',
    title: 'Law and changes',
    text: [
      'This policy follows the data protection law of the United Kingdom and, where it applies, of the European Union. If a change affects you materially, we publish the new text here, with its date, 30 days before it takes effect.',
    ],
  },
]

export function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we keep, why, for how long, and how to have it deleted."
      since="1 November 2026"
      clauses={clauses}
    />
  )
}
