import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import MoveDialog from '#web/features/bookings/calls/reschedule-dialog.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { SlotsStep } from './slots-step.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const slots = ['2027-01-04T09:00:00Z', '2027-01-04T09:30:00Z', '2027-01-05T10:00:00Z', '2027-01-05T10:30:00Z'].map((at) =>
  slotAt(Date.parse(at)),
)
const availability = { slots, timeZone: 'UTC', generated: false }
const radiosOf = (group: RegExp) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('radio')
    .map((radio) => `${radio.getAttribute('aria-label')}${(radio as HTMLInputElement).checked ? ' *' : ''}`)

test('the first free day is shown, another day shows its own times, and a time is chosen', () => {
  const onChoose = vi.fn()
  render(<SlotPicker availability={availability} ownZone="UTC" chosen={undefined} onChoose={onChoose} />)
  expect(radiosOf(/^Day/)).toEqual(['Mon 4 Jan *', 'Tue 5 Jan'])
  expect(radiosOf(/^Time/)).toEqual(['09:00', '09:30'])
  fireEvent.click(screen.getByRole('radio', { name: 'Tue 5 Jan' }))
  fireEvent.click(screen.getByRole('radio', { name: '10:30' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(slots[3])
})

test('the day near an instant is shown first, and of a day without a free slot the first day', () => {
  const near = (at: string) =>
    render(<SlotPicker availability={availability} ownZone="UTC" chosen={undefined} onChoose={vi.fn()} near={at} />)
  near('2027-01-05T17:00:00.000Z')
  expect(radiosOf(/^Day/)).toEqual(['Mon 4 Jan', 'Tue 5 Jan *'])
  cleanup()
  near('2027-01-09T17:00:00.000Z')
  expect(radiosOf(/^Day/)).toEqual(['Mon 4 Jan *', 'Tue 5 Jan'])
})

test('booking and rescheduling have one picker; the arrows are beside the word Day and take no row of their own', async () => {
  const expectPicker = () => {
    expect(radiosOf(/^Day/)).toHaveLength(2)
    expect(radiosOf(/^Time/)).toHaveLength(2)
    const arrows = screen.getByRole('button', { name: 'Next days' }).parentElement
    expect(arrows?.className).toMatch(/\babsolute\b/)
  }
  const nothing = { slot: undefined, problem: undefined, onChoose: vi.fn(), onContinue: vi.fn(), onUnlockInstead: vi.fn() }
  render(<SlotsStep {...nothing} name="Iris" availability={availability} ownZone="UTC" />)
  expectPicker()
  cleanup()
  vi.stubGlobal('fetch', async () => Response.json(availability))
  render(<MoveDialog call={sampleCall()} isOffline={false} onClose={vi.fn()} />)
  await screen.findByRole('group', { name: /^Day/ })
  expectPicker()
})
