import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { ContactDue } from './contact-due.tsx'
import { ContestReport } from './contest-report.tsx'

let calls: { path: string; body: unknown }[]
let answer: { status: number; body: unknown }

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    calls.push({ path, body: JSON.parse(init.body) })
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const due = sampleCall({ contactFrom: '2027-01-09T10:00:00.000Z', meetingLink: null })
const press = (name: string, inside = within(document.body)) => fireEvent.click(inside.getByRole('button', { name }))

test('a founder sees when the contact arrives, and gets it now after agreeing that free cancellation ends', async () => {
  answer = { status: 200, body: sampleCall({ contactFrom: null }) }
  render(<ContactDue call={due} isOffline={false} />)
  expect(screen.getByText(/^You get the contact of Alan Platform and the meeting link on Saturday, 9 January 2027/)).toBeTruthy()
  press('Show the contact now')
  const dialog = within(screen.getByRole('dialog', { name: 'Show the contact now?' }))
  expect(dialog.getByText(/if you cancel this call later, \$50\.00 is not refunded/)).toBeTruthy()
  expect(calls).toEqual([])
  press('Show it now', dialog)
  await waitFor(() => expect(calls).toEqual([{ path: '/api/bookings/bkg_1/show-contact', body: {} }]))
})

test('an error of the server is shown, and nothing is agreed', async () => {
  answer = { status: 409, body: { code: 'bookings.ended', message: 'This call is already cancelled.' } }
  render(<ContactDue call={due} isOffline={false} />)
  press('Show the contact now')
  press('Show it now')
  expect(await screen.findByText('This call is already cancelled.')).toBeTruthy()
})

test('offline it cannot be requested, and once the contact has arrived nothing is shown', () => {
  const { container, rerender } = render(<ContactDue call={due} isOffline />)
  expect(screen.getByRole('button', { name: 'Show the contact now' })).toHaveProperty('disabled', true)
  rerender(<ContactDue call={sampleCall({ contactFrom: null })} isOffline={false} />)
  expect(container.textContent).toBe('')
})

test('the participant who was reported missing can contest the report, once', async () => {
  const reported = sampleCall({
    role: 'investor',
    noShowBy: 'investor',
    contestedAt: null,
    contestUntil: '2027-01-17T11:00:00.000Z',
  })
  const now = Date.parse('2027-01-10T11:00:00.000Z')
  answer = { status: 200, body: { ...reported, contestedAt: '2027-01-10T12:00:00.000Z' } }
  const { container, rerender } = render(<ContestReport call={reported} now={now} isOffline={false} />)
  press('I was there')
  press('Send report')
  expect(await screen.findByText('Describe what happened.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('What happened?'), { target: { value: 'Here is the recording.' } })
  press('Send report')
  await waitFor(() =>
    expect(calls).toEqual([{ path: '/api/bookings/bkg_1/contest', body: { reason: 'Here is the recording.' } }]),
  )
  rerender(<ContestReport call={{ ...reported, contestedAt: '2027-01-10T12:00:00.000Z' }} now={now} isOffline={false} />)
  expect(container.textContent).toBe('')
  rerender(<ContestReport call={sampleCall({ role: 'founder', noShowBy: 'investor' })} now={now} isOffline={false} />)
  expect(container.textContent).toBe('')
  rerender(<ContestReport call={reported} now={Date.parse('2027-01-17T11:00:00.000Z')} isOffline={false} />)
  expect(container.textContent).toBe('')
})
