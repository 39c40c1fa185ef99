import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { currentToast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import * as mutations from './mutations.ts'
import { RequestsPage } from './requests-page.tsx'
import { SupportPage } from './support-page.tsx'
import { formatRelative } from './ticket-entry.tsx'

const entryId = '019a9b00-0000-7000-8000-000000000001' as MutationId
let db: PrivateDatabase

beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
  const enqueueMock = (name: string) => async (args: { id: string }) => {
    await db.outbox.add({ id: entryId, name, args, madeAt: '2026-11-21T00:00:00.000Z', state: 'waiting' })
    return entryId
  }
  vi.spyOn(mutations, 'submitFeedback').mockImplementation(enqueueMock('feedback.submit'))
  vi.spyOn(mutations, 'submitSupport').mockImplementation(enqueueMock('support.submit'))
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

const field = (label: string | RegExp) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const openRequests = async (edits?: MutationId) => {
  await renderInRouter(
    <>
      <RequestsPage edits={edits} />
      <Toaster />
    </>,
  )
  await waitFor(() => expect(field('Category').closest('fieldset')?.disabled).toBe(false))
}
const openSupport = async (person?: { name: string; email: string }) => {
  await renderInRouter(
    <>
      <SupportPage person={person} edits={undefined} />
      <Toaster />
    </>,
  )
  await waitFor(() => expect(field('Category').closest('fieldset')?.disabled).toBe(false))
  expect(field('Category').value).toBe('technical')
}
/** Simulates the pull after the server has accepted the ticket. */
async function answerOf(kind: 'feedback' | 'support', acknowledgement: string) {
  const entry = await db.outbox.get({ id: entryId })
  await db.outbox.clear()
  const { id } = (entry?.args ?? {}) as { id: string }
  const rest = { category: 'general', subject: null, message: 'x', email: null, answerBy: null, messages: [] }
  const ticket = {
    ...rest,
    id,
    kind,
    acknowledgement,
    status: 'open',
    createdAt: '2026-11-21T00:00:00.000Z',
    version: 5,
  } as const
  await db.tickets.put({ ...ticket, ticketNumber: 'T-000123' })
}

test("feedback requires a message, shows where the message is, and repeats the server's acknowledgement", async () => {
  await openRequests()
  const send = () => screen.getByRole('button', { name: 'Send to Latchkey Team' }) as HTMLButtonElement
  expect(send().disabled).toBe(true)
  type('Message', '  \n ')
  expect(send().disabled).toBe(true)
  expect(field('Message').getAttribute('rows')).toBe('6')
  expect([...field('Category').querySelectorAll('option')].map(({ value, text }) => `${value} ${text}`)).toEqual([
    'feature Feature Request',
    'bug Bug Report',
    'investor Investor Suggestion',
    'general General Feedback',
    'other Other',
  ])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  type('Message', 'A map, please.')
  press('Send to Latchkey Team')
  expect(await screen.findByText('Saved on this device. Sends when you are online')).toBeTruthy()
  expect(field('Message').value).toBe('')
  expect(screen.queryByText('Request Submitted!')).toBeNull()

  await answerOf('feedback', 'Thank you. This is ticket T-000123.')
  expect((await screen.findAllByText('Request Submitted!')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Thank you. This is ticket T-000123.').length).toBeGreaterThan(0)
})

test('every rule of the support form has an error message, which is removed once the field is valid', async () => {
  await openSupport()
  press('Send support request')
  const sentences = [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 5 characters',
    'Message must be at least 20 characters',
  ]
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy()
  type('Name', 'Ada')
  expect(screen.queryByText('Name must be at least 2 characters')).toBeNull()
  expect(mutations.submitSupport).not.toHaveBeenCalled()
})

test('the support form starts with the data of the signed-in user, and thanks with the specified text', async () => {
  await openSupport({ name: 'Ada Member', email: 'ada@founders.example' })
  expect([field('Name').value, field('Email').value]).toEqual(['Ada Member', 'ada@founders.example'])
  type('Subject', 'White page')
  type('Message', 'It stays white on my phone.')
  press('Send support request')
  await waitFor(async () => expect(await db.outbox.count()).toBe(1))
  await answerOf('support', "We'll get back to you within 24 hours.")
  expect((await screen.findAllByText('Support request submitted')).length).toBeGreaterThan(0)
  expect(screen.getAllByText("We'll get back to you within 24 hours.").length).toBeGreaterThan(0)
})

test('support has four categories, and starts with technical', async () => {
  await openSupport()
  const values = [...field('Category').querySelectorAll('option')].map(({ value }) => value)
  expect(values).toEqual(['technical', 'billing', 'feature', 'other'])
})

test('a draft is labelled saved only while its latest change is saved', async () => {
  await openRequests()
  const note = () => screen.getByText('Draft saved on this device')
  type('Message', 'A map.')
  await waitFor(() => expect(note().getAttribute('aria-busy')).toBe('false'))
  type('Message', 'A map, please.')
  expect(note().getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(note().getAttribute('aria-busy')).toBe('false'))
  expect((await db.drafts.get('feedback'))?.values).toMatchObject({ message: 'A map, please.' })
})

test('a draft is restored with its page, and deleted once it is sent', async () => {
  await openRequests()
  type('Message', 'Half a thought')
  await waitFor(async () => expect(await db.drafts.count()).toBe(1))
  cleanup()
  await openRequests()
  expect(field('Message').value).toBe('Half a thought')
  press('Send to Latchkey Team')
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
})

test('a rejection is shown, and its text can be corrected without changing a draft', async () => {
  const refusal = { code: 'invalid', message: 'Please write more.' }
  const args = { id: '019a9b00-0000-7000-8000-000000000009', message: 'Refused words', category: 'bug', name: null, email: null }
  await db.outbox.add({
    id: entryId,
    name: 'feedback.submit',
    args,
    madeAt: '2026-11-21T00:00:00.000Z',
    state: 'refused',
    refusal,
  })
  await db.drafts.put({ id: 'feedback', values: { message: 'Another thought' }, writtenAt: '' })
  await renderInRouter(<RequestsPage edits={entryId} />)
  await waitFor(() => expect(field('Message').value).toBe('Refused words'))
  expect(field('Category').value).toBe('bug')
  expect((await db.drafts.get('feedback'))?.values).toEqual({ message: 'Another thought' })
})

test.each([
  [
    503,
    { message: 'The server is restarting. Please try again.', code: 'draining' },
    'The server is restarting. Please try again.',
  ],
  [0, undefined, 'Failed to submit request. Please try again.'],
  [502, undefined, 'Failed to submit request'],
])('a device that cannot store sends immediately, and shows an error when that fails (%i)', async (status, body, sentence) => {
  vi.mocked(mutations.submitFeedback).mockRejectedValue(new Error('full'))
  const ids: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    ids.push(JSON.parse(String(init.body)).id)
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(body ? JSON.stringify(body) : '', { status, headers: { 'content-type': 'application/json' } })
  })
  await openRequests()
  type('Message', 'Through all walls')
  press('Send to Latchkey Team')
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Error', description: sentence }))
  expect(field('Message').value).toBe('Through all walls')
  // A retry with the same text is the same ticket: the first reply may have been lost.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send to Latchkey Team' })).toHaveProperty('disabled', false))
  press('Send to Latchkey Team')
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(new Set(ids).size).toBe(1)
})

test('a support request that could not be sent shows its own error, and keeps the text', async () => {
  vi.mocked(mutations.submitSupport).mockRejectedValue(new Error('full'))
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await openSupport({ name: 'Ada Member', email: 'ada@founders.example' })
  type('Subject', 'White page')
  type('Message', 'It stays white on my phone.')
  press('Send support request')
  expect(await screen.findByText('Failed to submit support request. Please try again.')).toBeTruthy()
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Error' }))
  expect(field('Message').value).toBe('It stays white on my phone.')
})

test('an instant is formatted relative to today', () => {
  const now = new Date(2026, 10, 22, 12, 0)
  const at = (day: number, hour: number) => formatRelative(new Date(2026, 10, day, hour, 5).toISOString(), now)
  expect([at(22, 23), at(23, 0), at(21, 9), at(25, 9)]).toEqual([
    '23:05 today',
    '00:05 tomorrow',
    '09:05 yesterday',
    '09:05 on 25 Nov',
  ])
})

test('what is typed while feedback is sent stays in the form and is kept', async () => {
  const sending = Promise.withResolvers<MutationId>()
  vi.spyOn(mutations, 'submitFeedback').mockReturnValue(sending.promise)
  await openRequests()
  type('Message', 'The list is empty.')
  press('Send to Latchkey Team')
  type('Message', 'The list is empty. Only on Mondays.')
  sending.resolve(entryId)
  await waitFor(async () => expect((await db.drafts.get('feedback'))?.values).toMatchObject({ message: expect.any(String) }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send to Latchkey Team' })).toHaveProperty('disabled', false))
  expect(field('Message').value).toBe('The list is empty. Only on Mondays.')
  expect((await db.drafts.get('feedback'))?.values).toMatchObject({ message: 'The list is empty. Only on Mondays.' })
})
