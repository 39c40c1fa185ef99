import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { RequestReceived } from '#shared/listings/activity.ts'
import type { Reply } from '#shared/replies/contract.ts'
import { guestDevice } from '#tests/support/guest-device.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { MailedReplyPage } from './mailed-reply-page.tsx'
import { showReply } from './mutations.ts'
import { useReply } from './queries.ts'
import { ReplyArea } from './reply-area.tsx'
import { ReplyToFounder } from './reply-to-founder.tsx'

const VC = 'vc_1' as VcId
const REPLY: Reply = { choice: 'not-now', text: 'Write to me in spring.', repliedAt: '2026-11-21T10:00:00.000Z' }
const contact = sampleContact({ id: VC, vcType: 'platform', unlockedAt: '2026-11-02T10:00:00.000Z' })
const request: RequestReceived = {
  ...{ id: 'req1', vcId: VC, founderName: 'Noa Berg', projectName: 'Anvil', requestType: 'unlock', status: 'paid' },
  ...{ reply: null, createdAt: '2026-11-20T10:00:00.000Z' },
}

const device = guestDevice({})

const storeRequest = (reply: Reply | null) =>
  device().requests.put({
    ...{ id: `unlock:${VC}`, vcId: VC, vcName: 'Ines', requestType: 'unlock', message: null, answer: 'new', answerNote: null },
    ...{ reply, createdAt: '2026-11-02T10:00:00.000Z', version: 1 },
  })
/** Shown once the device was asked for the reply. */
const Read = () => useReply(VC) === null && <p>The device was read</p>
const at = (text: string) => Date.parse(text)

test('a founder reads the reply at the contact', async () => {
  await storeRequest(REPLY)
  await renderInRouter(<ReplyArea contact={contact} now={at('2026-11-22T10:00:00Z')} />)
  expect((await screen.findByText('Write to me in spring.')).closest('section')?.textContent).toMatch(/replied.*Not now/)
})

test.each([
  ['2026-11-03T10:00:00Z', /can reply here or write to you/, false],
  ['2026-11-08T10:00:00Z', /No reply from .* after 5 days\? .* until 9 Nov/, true],
])('without a reply, on %s, the guarantee is explained and then offered', async (now, text, isOffered) => {
  await storeRequest(null)
  await renderInRouter(<ReplyArea contact={contact} now={at(now)} />)
  await waitFor(() => expect(document.body.textContent).toMatch(text))
  expect(screen.queryByRole('link', { name: 'Ask for a refund' }) !== null).toBe(isOffered)
})

test.each([
  [2, '2026-11-04T10:00:00Z', /No reply from .* after 2 days\? .* until 9 Nov/],
  [6, '2026-11-08T09:00:00Z', /Without a reply within 6 days/],
])('a purchase that was made with %s days for a reply has them on %s', async (replyDays, now, text) => {
  await storeRequest(null)
  await device().orders.put({
    ...{ id: contact.orderId, kind: 'vc_unlock', targetId: VC, title: 'Contact of Ines', amount: contact.amount, status: 'paid' },
    ...{ createdAt: contact.unlockedAt, receiptNumber: 1, paidAt: contact.unlockedAt, replyDays, refund: null, version: 1 },
  })
  await renderInRouter(<ReplyArea contact={contact} now={at(now)} />)
  await waitFor(() => expect(document.body.textContent).toMatch(text))
})

test.each([
  ['the guarantee has ended', contact, '2026-11-12T10:00:00Z'],
  ['the investor has no account', { ...contact, vcType: 'airtable' as const }, '2026-11-08T10:00:00Z'],
])('nothing is said about a reply when %s', async (_, about, now) => {
  await storeRequest(null)
  await renderInRouter(
    <>
      <ReplyArea contact={about} now={at(now)} />
      <Read />
    </>,
  )
  await screen.findByText('The device was read')
  expect(document.body.textContent).not.toMatch(/reply/i)
})

test('a choice and a line that were begun are still there after the screen was left', async () => {
  await renderInRouter(<ReplyToFounder {...request} />)
  expect(screen.queryByRole('button', { name: 'Send reply' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Not now'))
  fireEvent.change(screen.getByLabelText(/A line to the founder/), { target: { value: 'In spring' } })
  await waitFor(async () =>
    expect((await device().drafts.get('reply:req1'))?.values).toEqual({ choice: 'not-now', text: 'In spring' }),
  )
  cleanup()
  await renderInRouter(<ReplyToFounder {...request} />)
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/A line to the founder/)).value).toBe('In spring')
})

test('a reply is shown at the request before it is sent, and never in the place of another one', async () => {
  await device().requestsReceived.put({ ...request, version: 3 })
  await showReply(device(), { requestId: 'req1', choice: 'yes', text: 'Friday?' }, '2026-11-22T10:00:00.000Z')
  expect(await device().requestsReceived.get('req1')).toMatchObject({ reply: { choice: 'yes', text: 'Friday?' }, version: 0 })
  await showReply(device(), { requestId: 'req1', choice: 'no-fit', text: '' }, '2026-11-22T11:00:00.000Z')
  expect(await device().requestsReceived.get('req1')).toMatchObject({ reply: { choice: 'yes' } })
})

test('a line that was typed on the page of a mailed link is there when the link is opened again, until it is sent', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/look')
      ? Response.json({ requestId: 'req7', founderName: 'Noa Berg', projectName: 'Anvil', reply: null })
      : Response.json(REPLY),
  )
  const open = () => renderInRouter(<MailedReplyPage />, `/reply#${'a'.repeat(43)}.not-now`)
  const line = () => screen.findByLabelText<HTMLTextAreaElement>(/A line to the founder/)
  await open()
  fireEvent.change(await line(), { target: { value: 'In spring' } })
  await waitFor(async () => expect((await device().drafts.get('reply:req7'))?.values).toEqual({ text: 'In spring' }))
  cleanup()
  await open()
  await waitFor(async () => expect((await line()).value).toBe('In spring'))
  fireEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByRole('heading', { name: 'Reply sent' })
  expect(await device().drafts.get('reply:req7')).toBeUndefined()
})

test('the choice of a mailed link counts, not that of a draft', async () => {
  await device().drafts.put({
    id: 'reply:req8',
    values: { choice: 'yes', text: 'In spring' },
    writtenAt: '2026-11-22T10:00:00.000Z',
  })
  vi.stubGlobal('fetch', async () =>
    Response.json({ requestId: 'req8', founderName: 'Noa Berg', projectName: 'Anvil', reply: null }),
  )
  await renderInRouter(<MailedReplyPage />, `/reply#${'a'.repeat(43)}.no-fit`)
  const line = await screen.findByLabelText<HTMLTextAreaElement>(/A line to the founder/)
  await waitFor(() => expect(line.value).toBe('In spring'))
  expect(screen.getByLabelText<HTMLInputElement>('Not a fit').checked).toBe(true)
})

test('a mailed link about a call shows when it is, and confirms it with the button alone', async () => {
  const call = { id: 'bkg_1', start: '2026-12-03T15:00:00.000Z', end: '2026-12-03T15:30:00.000Z', timeZone: 'America/New_York' }
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    const given = { choice: 'yes', text: 'See you', repliedAt: REPLY.repliedAt }
    return Response.json(path.endsWith('/look') ? { founderName: 'Noa Berg', projectName: 'Anvil', reply: null, call } : given)
  })
  const token = 'b'.repeat(43)
  await renderInRouter(<MailedReplyPage />, `/reply#${token}`)
  await screen.findByRole('heading', { name: 'Your call with Noa Berg' })
  expect(document.body.textContent).toMatch(/10:00.* to 10:30/)
  const instead = screen.getByRole('link', { name: 'Propose another time or cancel' })
  expect(instead.getAttribute('href')).toBe('/calls#call-bkg_1')
  expect(sent.map(([path]) => path)).toEqual(['/api/replies/look'])
  fireEvent.change(screen.getByLabelText(/A line to Noa Berg/), { target: { value: 'See you' } })
  await waitFor(async () => expect((await device().drafts.get('call:reply:bkg_1'))?.values).toEqual({ text: 'See you' }))
  cleanup()
  await renderInRouter(<MailedReplyPage />, `/reply#${token}`)
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/A line to Noa Berg/).value).toBe('See you'))
  fireEvent.click(screen.getByRole('button', { name: 'Confirm the call' }))
  await screen.findByText('You confirmed the call')
  expect(sent.map(([path]) => path)).toEqual(['/api/replies/look', '/api/replies/look', '/api/replies/give'])
  expect(sent.at(-1)).toEqual(['/api/replies/give', { token, choice: 'yes', text: 'See you' }])
})

test('a mailed link shows its choice, and sends nothing before the button is pressed', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return path.endsWith('/look')
      ? Response.json({ founderName: 'Noa Berg', projectName: 'Anvil', reply: null })
      : Response.json({ ...REPLY, text: 'In spring' })
  })
  const token = 'a'.repeat(43)
  await renderInRouter(<MailedReplyPage />, `/reply#${token}.not-now`)
  await screen.findByRole('heading', { name: 'Reply to Noa Berg' })
  expect(screen.getByLabelText<HTMLInputElement>('Not now').checked).toBe(true)
  expect(sent.map(([path]) => path)).toEqual(['/api/replies/look'])
  fireEvent.change(screen.getByLabelText(/A line to the founder/), { target: { value: 'In spring' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByRole('heading', { name: 'Reply sent' })
  expect(sent.at(-1)).toEqual(['/api/replies/give', { token, choice: 'not-now', text: 'In spring' }])
})
