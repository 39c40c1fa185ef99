import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialHours } from '#shared/bookings/call-hours.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { ListingPage } from '#web/features/listings/listing-page.tsx'
import { setHours, showListingHours } from '#web/features/listings/mutations.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { hoursDraftId } from './hours-values.ts'

vi.mock('#web/features/listings/mutations.ts', async (original) => ({
  ...(await original<object>()),
  setHours: vi.fn(async () => undefined),
}))

// It asks the server.
vi.mock('#web/features/listings/calendar/calendar-section.tsx', () => ({ CalendarSection: () => null }))

let db: PrivateDatabase
beforeEach(async () => {
  // A Friday.
  vi.setSystemTime('2026-11-27T07:00:00Z')
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
  provideSync({ store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal) } as never)
  // 400 time zones take a second to draw, at each change.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Paris'])
})
afterEach(async () => {
  cleanup()
  await writesSettled()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.mocked(setHours).mockClear()
  setPrivateDb(undefined)
  await db.delete()
})

const { id } = sampleListing()
const HOURS = { ...initialHours('Asia/Tokyo'), mon: [{ from: 600, until: 690 }], tue: [], wed: [], thu: [] }
const show = (over: Partial<OwnListing> = {}) => renderInRouter(<ListingPage listing={sampleListing(over)} />)
const section = () => within(screen.getByRole('region', { name: 'When you take calls' }))
const press = (name: string | RegExp) => fireEvent.click(section().getByRole('button', { name }))
const day = (name: string) => within(section().getByRole('group', { name }))
const type = (name: string, value: string) => fireEvent.change(section().getByLabelText(name), { target: { value } })
const preview = () => section().getByText('What founders can book next').parentElement?.textContent
const open = async (name = 'Change your hours') => {
  press(name)
  await section().findByRole('button', { name: 'Save hours' })
}
const saved = () => vi.mocked(setHours).mock.calls.at(-1)?.[0]

test('an owner without own hours sets days, ranges, days off and limits, and sees at once what founders can book', async () => {
  await show({ timeZone: 'Europe/Berlin' })
  expect(section().getByText(/every full hour from 9:00 to 16:00/)).toBeTruthy()
  await open('Set your hours')
  expect(section().getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/Berlin')
  for (const name of ['Tuesday', 'Wednesday', 'Thursday', 'Friday']) fireEvent.click(day(name).getByRole('checkbox'))
  type('Monday from', '10:00')
  type('Monday until', '11:00')
  press('Add times on Monday')
  type('Monday from 2', '14:00')
  type('Monday until 2', '14:30')
  expect(preview()).toContain('Monday, 30 November 202610:00 · 10:30 · 14:00')
  press('Add days off')
  type('First day', '2026-11-30')
  expect(section().getByLabelText<HTMLInputElement>('Last day').value).toBe('2026-11-30')
  expect(preview()).toContain('nextMonday, 7 December')
  type('Notice', '24')
  type('Time between calls', '15')
  type('Calls a day', '2')
  press('Save hours')
  await waitFor(() => expect(setHours).toHaveBeenCalledOnce())
  expect(saved()).toEqual({
    vcId: id,
    change: {
      ...{ ...initialHours('Europe/Berlin'), tue: [], wed: [], thu: [], fri: [] },
      mon: [
        { from: 600, until: 660 },
        { from: 840, until: 870 },
      ],
      daysOff: [{ from: '2026-11-30', until: '2026-11-30' }],
      ...{ noticeHours: 24, bufferMinutes: 15, callsADay: 2 },
    },
  })
})

test('saved hours are summarised, and only what differs is sent', async () => {
  await show({ callHours: { ...HOURS, callsADay: 3 } })
  expect(section().getByText('Monday 10:00–11:30')).toBeTruthy()
  expect(section().getByText(/2 hours of notice · at most 3 calls a day/)).toBeTruthy()
  await open()
  type('Monday until', '00:00')
  press('Save hours')
  await waitFor(() => expect(saved()).toEqual({ vcId: id, change: { mon: [{ from: 600, until: 1440 }] } }))
  const change = await section().findByRole('button', { name: 'Change your hours' })
  await waitFor(() => expect(document.activeElement).toBe(change))
})

test('a save without a change sends nothing', async () => {
  await show({ callHours: HOURS })
  await open()
  press('Save hours')
  await section().findByRole('button', { name: 'Change your hours' })
  expect(setHours).not.toHaveBeenCalled()
})

test('own hours are removed', async () => {
  await show({ callHours: HOURS })
  await open()
  press('Use the standard hours')
  await waitFor(() => expect(saved()).toEqual({ vcId: id, change: null }))
})

test('the times of one day are copied to every day with calls', async () => {
  await show({ callHours: HOURS })
  await open()
  press('Copy to all days')
  press('Save hours')
  await waitFor(() => expect(saved()?.change).toEqual({ fri: [{ from: 600, until: 690 }] }))
})

test.each<[string, () => void, string, RegExp]>([
  ['an empty time', () => type('Monday until', ''), 'Monday until', /fill in both times/],
  ['a range that is too short', () => type('Monday until', '10:20'), 'Monday until', /at least that long/],
  [
    'a week without a day',
    () => ['Monday', 'Friday'].forEach((name) => void fireEvent.click(day(name).getByRole('checkbox'))),
    'Monday',
    /at least one day/,
  ],
  ['days off without a first day', () => press('Add days off'), 'First day', /choose the first day/],
])('%s is refused at the field, and nothing is sent', async (_, change, label, message) => {
  await show({ callHours: HOURS })
  await open()
  change()
  press('Save hours')
  expect(section().getByRole('alert').textContent).toMatch(message)
  const control = section().getByLabelText(label, { selector: 'input' })
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(control.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toMatch(message)
  expect(setHours).not.toHaveBeenCalled()
})

test('the preview leaves out the calls that the device knows, with buffer and daily limit', async () => {
  // 10:30 in Tokyo.
  const call = sampleCall({
    role: 'investor',
    status: 'confirmed',
    start: '2026-11-30T01:30:00.000Z',
    end: '2026-11-30T02:00:00.000Z',
  })
  await db.bookings.put({ ...call, version: 1 })
  await show({ callHours: { ...HOURS, fri: [] } })
  await waitFor(() => expect(preview()).toContain('30 November 202610:00 · 11:00M'))
  cleanup()
  await show({ callHours: { ...HOURS, fri: [], bufferMinutes: 10 } })
  await waitFor(() => expect(preview()).toMatch(/nextMonday, 7 December/))
})

test('changes are kept as a draft until they are saved or discarded, and the form is shown again with them', async () => {
  await show({ callHours: HOURS })
  await open()
  type('Calls a day', '4')
  type('Friday from', '08:30')
  await waitFor(async () =>
    expect((await db.drafts.get(hoursDraftId(id)))?.values).toEqual({ callsADay: '4', fri: ['08:30-17:00'] }),
  )
  cleanup()
  await show({ callHours: { ...HOURS, noticeHours: 24 } })
  const most = await screen.findByLabelText<HTMLSelectElement>('Calls a day')
  await waitFor(() => expect(most.value).toBe('4'))
  // What another device has saved since is shown in the fields that were not changed here.
  expect(section().getByLabelText<HTMLSelectElement>('Notice').value).toBe('24')
  press('Discard changes')
  await section().findByRole('button', { name: 'Change your hours' })
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
})

test('the device shows hours before the server has answered', async () => {
  await db.ownListings.put({ ...sampleListing({ callHours: HOURS }), version: 1 })
  await showListingHours(db, { vcId: id, change: { callsADay: 2 } }, '2026-11-27T07:00:00.000Z', undefined)
  expect((await db.ownListings.get(id))?.callHours).toEqual({ ...HOURS, callsADay: 2 })
  await showListingHours(db, { vcId: id, change: null }, '2026-11-27T07:00:00.000Z', undefined)
  expect((await db.ownListings.get(id))?.callHours).toBe(null)
})

test('a listing without a meeting link says that no call can be booked', async () => {
  await show({ callHours: HOURS, meetingLink: null })
  expect(section().getByText(/once your listing has a meeting link/)).toBeTruthy()
})

test('two presses on Save store the hours once', async () => {
  const storing = Promise.withResolvers<never>()
  vi.mocked(setHours).mockReturnValueOnce(storing.promise)
  await show({ callHours: HOURS })
  await open()
  type('Notice', '24')
  press('Save hours')
  press('Save hours')
  storing.resolve(undefined as never)
  await waitFor(() => expect(section().queryByRole('button', { name: 'Save hours' })).toBeNull())
  expect(setHours).toHaveBeenCalledOnce()
})
