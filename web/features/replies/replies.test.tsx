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
