import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Booking, CallProposal } from '#shared/bookings/contract.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import { pressFocused } from '#tests/support/press-focused.ts'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { Proposal } from './proposal.tsx'
import ProposeDialog from './propose-dialog.tsx'

const start = '2027-01-10T10:00:00.000Z'
const now = Date.parse(start) - 72 * 60 * 60 * 1000
const [first, second, third, fourth] = ['12T10', '13T10', '14T10', '14T11'].map((at) => `2027-01-${at}:00:00.000Z`) as [
  string,
  string,
  string,
  string,
]
const of = (by: CallProposal['by']): CallProposal => ({
  by,
  times: [first, second],
  note: 'I land at noon.',
  at: '2027-01-06T10:00:00.000Z',
})

let db: PrivateDatabase
const sent: { path: string; body: unknown }[] = []
let answer: () => Response
beforeEach(() => {
  onClose.mockReset()
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  sent.length = 0
  answer = () => Response.json(sampleCall({ start: first, end: slotAt(Date.parse(first)).end }))
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path.endsWith('/availability')) {
      const slots = [first, second, third, fourth].map((at) => slotAt(Date.parse(at)))
      return Response.json({ slots, timeZone: 'UTC', generated: false })
    }
    sent.push({ path, body: JSON.parse(body) })
    return answer()
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

const show = (over: Partial<Booking>, isOffline = false, at = now) =>
  render(<Proposal call={sampleCall({ start, proposal: of('investor'), ...over })} now={at} isOffline={isOffline} />)
const accepts = () => screen.queryAllByRole('button', { name: /^Accept / })

test('the other side reads the times and the message, and accepts one with one tap', async () => {
  show({})
  expect(screen.getByText('I land at noon.')).toBeTruthy()
  expect(screen.getByText(/not reserved/)).toBeTruthy()
  expect(accepts()).toHaveLength(2)
  fireEvent.click(accepts()[0] as HTMLElement)
  await waitFor(() => expect(sent).toEqual([{ path: '/api/bookings/bkg_1/accept-proposal', body: { start: first } }]))
})

test('a time that was taken is refused, and the others stay', async () => {
  answer = () => Response.json({ code: 'bookings.slot-taken', message: 'This time is no longer available.' }, { status: 409 })
  show({})
  fireEvent.click(accepts()[0] as HTMLElement)
  expect(await screen.findByText('This time is no longer available.')).toBeTruthy()
  expect(accepts().map((button) => (button as HTMLButtonElement).disabled)).toEqual([false, false])
})

test('the other side declines the proposal that it sees, and its author withdraws it', async () => {
  show({})
  fireEvent.click(screen.getByRole('button', { name: 'Decline proposal' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  cleanup()
  show({ role: 'investor' })
  expect(accepts()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw proposal' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const body = { at: of('investor').at }
  expect(sent).toEqual([
    { path: '/api/bookings/bkg_1/decline-proposal', body },
    { path: '/api/bookings/bkg_1/withdraw-proposal', body },
  ])
})

test('without a network the proposal is read and cannot be answered', () => {
  show({}, true)
  expect(screen.getByText('I land at noon.')).toBeTruthy()
  expect(screen.getByText(/Reconnect to answer/)).toBeTruthy()
  expect(screen.getAllByRole('button').every((button) => (button as HTMLButtonElement).disabled)).toBe(true)
})

test('a proposal is shown until the call begins, and a time that is too near cannot be accepted', () => {
  show({}, false, Date.parse(start))
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  show({ start: '2027-01-12T12:00:00.000Z' }, false, Date.parse(first) - 60 * 60 * 1000)
  expect(accepts()).toHaveLength(1)
})

const onClose = vi.fn()
const propose = () =>
  render(
    <ProposeDialog
      call={sampleCall({ role: 'investor', start, counterpart: { name: 'Ada', company: null, email: null } })}
      isOffline={false}
      onClose={onClose}
    />,
  )
const pick = async (day: RegExp) => {
  fireEvent.click(await screen.findByRole('radio', { name: day }))
  fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
}
const removals = () => screen.getAllByRole('button', { name: /^Remove / })

test('up to three times are proposed with a message', async () => {
  propose()
  for (const day of [/12 Jan/, /13 Jan/, /14 Jan/]) await pick(day)
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).disabled)).toEqual([false, true])
  fireEvent.click(removals()[1] as HTMLElement)
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Sorry!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send proposal' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ path: '/api/bookings/bkg_1/propose', body: { times: [first, third, fourth], note: 'Sorry!' } }])
})

test('the focus moves to the time that takes the position of a removed one, and after the last one to the chosen day', async () => {
  propose()
  for (const day of [/12 Jan/, /13 Jan/]) await pick(day)
  const [remove, next] = removals() as [HTMLElement, HTMLElement]
  pressFocused(remove, { isByKeyboard: true })
  expect(removals()).toEqual([next])
  expect(document.activeElement).toBe(next)
  pressFocused(next, { isByKeyboard: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /13 Jan/ })))
})
