import { expect, test } from 'vitest'
import type { BookingId, OrderId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { screenAt } from '#shared/screens.ts'
import { MAX_NOTICES, squashReads } from './contract.ts'
import { isUnread, type NoticeFacts, type NoticeKind, noticeKinds, readNotice } from './kinds.ts'

const call = { bookingId: 'bkg_1' as BookingId, role: 'founder' as const }
const start = '2026-12-01T09:00:00.000Z'
const paid = { orderId: 'ord_1' as OrderId, amount: cents(5000) }
const vcId = 'recA' as VcId

/** Kind, facts, name, title, and where it leads. A missing kind does not compile. */
const cases: { [Kind in NoticeKind]: [facts: NoticeFacts[Kind], name: string | undefined, title: string, path: string][] } = {
  reply: [
    [{ vcId, choice: 'yes', isBought: true }, 'Ines Moreau', 'Ines Moreau replied', '/contacts/recA'],
    [{ vcId, choice: 'no-fit', isBought: false }, undefined, 'An investor replied', '/vc/recA'],
  ],
  'no-reply': [
    [{ vcId, orderId: paid.orderId, until: start }, 'Ines', 'No reply from Ines yet', '/receipt/ord_1'],
    [{ vcId, orderId: paid.orderId, until: start }, undefined, 'No reply from an investor yet', '/receipt/ord_1'],
  ],
  intro: [
    [{ vcId, answer: 'forwarded' }, 'Ines', 'We forwarded your request', '/vc/recA'],
    [{ vcId, answer: 'declined' }, undefined, 'No introduction this time', '/vc/recA'],
    [{ vcId, answer: 'new' }, undefined, 'Your introduction request is open again', '/vc/recA'],
  ],
  'call-contact': [[{ ...call, vcId }, 'Ines', 'Ines’s contact is released', '/contacts/recA']],
  sale: [[{ requestId: 'req_1', amount: cents(5000) }, 'Noa Berg', 'Noa Berg unlocked your contact', '/profile?tab=activity']],
  request: [[{ requestId: 'req_1' }, undefined, 'A founder asks for an introduction', '/profile?tab=activity']],
  'sale-reversed': [[paid, undefined, 'A sale was reversed', '/earnings']],
  'sale-disputed': [[paid, undefined, 'A payment is disputed', '/earnings']],
  'call-booked': [[{ ...call, role: 'investor', start }, 'Noa', 'Noa booked a call', '/calls#call-bkg_1']],
  'call-moved': [[{ ...call, start }, undefined, 'The investor moved your call', '/calls#call-bkg_1']],
  'call-proposed': [[call, 'Ines', 'Ines proposes another time', '/calls#call-bkg_1']],
  'call-proposal-declined': [[call, 'Ines', 'Ines declined your proposal', '/calls#call-bkg_1']],
  'call-cancelled': [
    [{ ...call, isReturned: true, by: 'side' }, 'Ines', 'Ines cancelled your call', '/calls#call-bkg_1'],
    [{ ...call, isReturned: true, by: 'money' }, undefined, 'Your call is cancelled', '/calls#call-bkg_1'],
  ],
  'call-declined': [[{ ...call, isReturned: true }, 'Ines', 'Ines declined your call', '/calls#call-bkg_1']],
  'call-restored': [[{ ...call, start }, 'Ines', 'Your call with Ines takes place after all', '/calls#call-bkg_1']],
  'call-soon': [[{ ...call, start }, undefined, 'Your call is coming up', '/calls#call-bkg_1']],
  'call-missing': [[{ ...call, role: 'investor' }, undefined, 'The founder reports that you did not come', '/calls#call-bkg_1']],
  'call-contested': [[call, 'Ines', 'Ines contests your report', '/calls#call-bkg_1']],
  'call-decided': [
    [{ ...call, role: 'investor', isReturned: true }, 'Noa', 'We decided about your call with Noa', '/calls#call-bkg_1'],
    [{ ...call, role: 'investor', isReturned: false }, undefined, 'We decided about your call', '/calls#call-bkg_1'],
  ],
  'call-replied': [[call, 'Ines', 'Ines confirmed your call', '/calls#call-bkg_1']],
  'call-conflict': [
    [{ ...call, role: 'investor', start }, 'Noa', 'Your calendar has an event during your call with Noa', '/calls#call-bkg_1'],
    [{ ...call, role: 'investor', start }, undefined, 'Your calendar has an event during your call', '/calls#call-bkg_1'],
  ],
  'calendar-unread': [[{ since: start }, undefined, 'We can’t read your calendar', '/profile?tab=investor']],
  'call-rated': [[{ ...call, role: 'investor' }, 'Noa', 'Noa rated your call', '/calls#call-bkg_1']],
  'refund-approved': [[paid, 'Unlock', 'Your refund was approved', '/receipt/ord_1']],
  'refund-declined': [[paid, 'Unlock', 'Your refund was declined', '/receipt/ord_1']],
  'refund-paid': [[paid, 'Unlock', '$50.00 returned to your card', '/receipt/ord_1']],
  'payment-returned': [[paid, undefined, 'Your payment is being returned', '/profile?tab=activity']],
  'payout-sending': [[{ amount: cents(5000) }, undefined, 'A payout of $50.00 is on its way', '/earnings']],
  'payout-paid': [[{ amount: cents(5000) }, undefined, '$50.00 paid out', '/earnings']],
  'payout-details-needed': [[{ amount: cents(5000) }, undefined, 'Where should we pay you?', '/earnings']],
  application: [[{ status: 'approved' }, undefined, 'Your application was approved', '/profile?tab=investor']],
  'claim-ended': [[{}, undefined, 'Your claim to a profile has ended', '/profile?tab=investor']],
  'listing-changed': [
    [{ what: 'text' }, undefined, 'Our team changed your listing', '/profile?tab=investor'],
    [{ what: 'contact' }, undefined, 'Our team changed your contact details', '/profile?tab=investor'],
    [{ what: 'pause' }, undefined, 'Our team paused your listing', '/profile?tab=investor'],
    [{ what: 'resume' }, undefined, 'Our team resumed your listing', '/profile?tab=investor'],
  ],
  project: [
    [{ projectId: 'prj_1' as ProjectId, status: 'verified', isPublished: true }, 'Grove', 'Grove was verified', '/project/prj_1'],
    [
      { projectId: 'prj_1' as ProjectId, status: 'rejected', isPublished: false },
      undefined,
      'Your project was taken off',
      '/profile?tab=project',
    ],
  ],
  'report-decided': [
    [{ projectId: 'prj_1' as ProjectId, isRemoved: true }, undefined, 'We looked into your report', '/scout'],
    [{ projectId: 'prj_1' as ProjectId, isRemoved: false }, undefined, 'We looked into your report', '/project/prj_1'],
  ],
  'profile-request': [
    [{ vcId, request: 'remove', isApproved: true }, undefined, 'A profile was removed', '/vcs'],
    [{ vcId, request: 'claim', isApproved: false }, undefined, 'We declined your request about a profile', '/vc/recA'],
  ],
  'ticket-answered': [[{ ticketId: 'tkt_1', about: 'feedback' }, undefined, 'We replied to your message', '/requests']],
}

const noticeOf = (kind: string, facts: object, isRead = false) => ({
  ...{ id: 'ntc_1', kind, facts: facts as Record<string, unknown>, isRead },
  createdAt: '2026-11-27T10:00:00.000Z',
})

test.each(Object.entries(cases).flatMap(([kind, rows]) => rows.map((row) => [kind, ...row] as const)))(
  'a notice of the kind %s has a title, a line, and leads to a screen of the app',
  (kind, facts, name, title, path) => {
    const notice = readNotice(noticeOf(kind, facts))
    expect(notice?.path).toBe(path)
    expect(screenAt(new URL(path, 'https://latchkey.example').pathname)).toBeDefined()
    const text = notice?.textWith(name)
    expect(text?.title).toBe(title)
    expect(text?.line).toMatch(text?.at ? /\bon$/ : /[.]$/)
  },
)

test('every kind has a case', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(noticeKinds).sort())
})

test('a notice of a kind, or with facts, that only a newer server knows is neither shown nor counted', () => {
  for (const notice of [noticeOf('rating', {}), noticeOf('toString', {}), noticeOf('reply', { vcId })]) {
    expect(readNotice(notice)).toBeUndefined()
    expect(isUnread(notice)).toBe(false)
  }
  expect([false, true].map((isRead) => isUnread(noticeOf('payout-paid', { amount: 1 }, isRead)))).toEqual([true, false])
})

test('a price that is not returned is not promised', () => {
  const line = (isReturned: boolean) =>
    readNotice(noticeOf('call-cancelled', { ...call, isReturned, by: 'side' }))?.textWith(undefined).line
  expect(line(true)).toMatch(/returns to your card/)
  expect(line(false)).toBe('The price is not returned.')
})

test('two readings that wait are one, each notice once, and none is lost where one would be too long', () => {
  const read = (ids: string[]) => ({ args: { ids }, base: undefined })
  expect(squashReads(read(['a', 'b']), read(['b', 'c']))?.args.ids).toEqual(['a', 'b', 'c'])
  const many = Array.from({ length: MAX_NOTICES }, (_, at) => `n${at}`)
  expect(squashReads(read(many), read(['one more']))).toBeUndefined()
})
