import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type CalendarConnection,
  CHOOSE_CALENDARS_HASH,
  type ConsentProvider,
  NOT_CONNECTED_HASH,
} from '#shared/bookings/external-calendar.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { eventually } from '#tests/support/runner/eventually.ts'
import { CalendarSection } from './calendar-section.tsx'
import { forgetWayBack } from './way-back.ts'

const CONNECTED: CalendarConnection = {
  ...{
    provider: 'caldav' as const,
    host: 'caldav.icloud.com',
    busyCalendars: 2,
    isWritten: true,
    writeFault: null,
    failing: null,
    conflicts: [],
  },
  ...{ readAt: '2026-11-27T09:00:00.000Z', knownUntil: '2027-01-01T00:00:00.000Z' },
  unread: { count: 0, days: [] },
}
const CHOICES = {
  calendars: [
    { url: 'https://dav.example/work/', name: 'Work', isWritable: true },
    { url: 'https://dav.example/team/', name: 'Team', isWritable: false },
  ],
  busy: ['https://dav.example/work/', 'https://dav.example/team/'],
  events: 'https://dav.example/work/',
}
let connection: CalendarConnection | null
let offers: ConsentProvider[]
let answers: Record<string, () => Response>
let sent: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  connection = null
  offers = []
  answers = {}
  sent = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(address, 'http://here').pathname.replace('/api/vcs/vc_1/external-calendar', '')
    if (method !== 'GET') sent.push({ method, path, body: body ? JSON.parse(String(body)) : undefined })
    return (
      answers[`${method} ${path}`]?.() ??
      Response.json(path === '/calendars' && method === 'GET' ? CHOICES : { connection, offers })
    )
  })
})
afterEach(() => {
  cleanup()
  for (const start of [NOT_CONNECTED_HASH, CHOOSE_CALENDARS_HASH]) forgetWayBack(ID, start)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ID = 'vc_1' as VcId
const show = (id = ID) => renderInRouter(<CalendarSection id={id} />)
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const refusal = (code: string, message: string) => () => Response.json({ code, message }, { status: 422 })

test('an owner connects a calendar, and its password is in no field afterwards', async () => {
  await show()
  await press('Connect a calendar')
  type('Address of the calendar server', 'caldav.icloud.com')
  type('User name', 'alan@icloud.com')
  type('App password', 'abcd-1234')
  expect(screen.getByLabelText<HTMLInputElement>('App password').type).toBe('password')
  connection = CONNECTED
  await press('Connect')
  expect(await screen.findByText('caldav.icloud.com')).toBeTruthy()
  expect(screen.getByText('2 calendars')).toBeTruthy()
  const body = { server: 'caldav.icloud.com', user: 'alan@icloud.com', password: 'abcd-1234' }
  expect(sent).toEqual([{ method: 'PUT', path: '', body }])
  expect(document.querySelector('input')).toBeNull()
})

test('a refused account stays in the form with the reason, until it is changed', async () => {
  await show()
  await press('Connect a calendar')
  await press('Connect')
  expect(screen.getByText('Enter the app password')).toBeTruthy()
  expect(sent).toEqual([])
  for (const [label, value] of Object.entries({ 'Address of the calendar server': 'a.example', 'User name': 'alan' }))
    type(label, value)
  type('App password', 'wrong')
  const message = 'The calendar server refused the user name or the app password.'
  answers['PUT '] = refusal('calendars.refused', message)
  await press('Connect')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('alan')
  type('App password', 'right')
  expect(screen.queryByText(message)).toBeNull()
})

test('the owner chooses what counts as busy, and where calls are entered; a calendar to read only is not offered for calls', async () => {
  connection = CONNECTED
  await show()
  await press('Choose calendars')
  fireEvent.click(await screen.findByLabelText('Team'))
  const select = screen.getByLabelText<HTMLSelectElement>('Enter calls in')
  expect([...select.options].map(({ text }) => text)).toEqual(['Work', 'No calendar'])
  fireEvent.change(select, { target: { value: '' } })
  await press('Save')
  await button('Choose calendars')
  expect(sent).toEqual([{ method: 'PUT', path: '/calendars', body: { busy: ['https://dav.example/work/'], events: null } }])
})

test('faults are shown in plain words, with what happens until they are repaired', async () => {
  const since = '2026-11-26T09:00:00.000Z'
  connection = { ...CONNECTED, failing: { fault: 'refused', since }, writeFault: 'forbidden' }
  await show()
  expect(await screen.findByText(/^Not read since 26 Nov/)).toBeTruthy()
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts[0]).toMatch(/refused the user name.*times by what your calendar said before/)
  expect(alerts[1]).toMatch(/could not be entered.*We keep trying/)
  connection = CONNECTED
  await press('Test now')
  await eventually(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('events that cannot be read are counted, with the days by which they are found', async () => {
  connection = { ...CONNECTED, unread: { count: 3, days: ['2026-12-04', '2020-01-05'] } }
  await show()
  const notice = (await screen.findByText('3 events could not be read')).parentElement
  expect(notice?.textContent).toMatch(/not make you busy.*They begin on 4 Dec 2026, 5 Jan 2020 and on other days/)
  connection = { ...CONNECTED, unread: { count: 1, days: [] } }
  await press('Test now')
  expect((await screen.findByText('1 event could not be read')).parentElement?.textContent).not.toContain('begin')
})

test('a call at the time of an event leads to the call', async () => {
  connection = { ...CONNECTED, conflicts: [{ bookingId: 'bkg_1' as BookingId, start: '2026-12-01T09:00:00.000Z' }] }
  await show()
  const link = await screen.findByRole('link', { name: /^Call on 1 Dec/ })
  expect(link.getAttribute('href')).toBe('/calls#call-bkg_1')
})

test('disconnecting asks first, and says what is deleted', async () => {
  connection = CONNECTED
  await show()
  await press('Disconnect')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/password and your busy times are deleted now/)).toBeTruthy()
  expect(sent).toEqual([])
  connection = null
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await button('Connect a calendar')
  expect(sent).toEqual([{ method: 'DELETE', path: '', body: undefined }])
})

test('a state that cannot be loaded is asked for again, and without a connection nothing is asked', async () => {
  answers['GET '] = () => Response.json({}, { status: 500 })
  await show()
  await button('Try again')
  answers = {}
  await press('Try again')
  await button('Connect a calendar')
  cleanup()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  expect(screen.getByText(/with a connection/)).toBeTruthy()
})

/** Leaves the page for a provider, as the browser would. */
const leaving = () => {
  const assign = vi.fn()
  vi.stubGlobal('location', Object.assign(new URL(window.location.href), { assign }))
  return assign
}

test('a provider is offered where the server offers it, and a press leads to its page', async () => {
  offers = ['google', 'microsoft']
  const assign = leaving()
  await show()
  await button('Google')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['Google', 'Microsoft', 'Another calendar (CalDAV)'],
  ])
  answers['POST /authorization'] = refusal('calendars.not-offered', 'Calendars of this provider cannot be connected here.')
  await press('Google')
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be connected here/)
  expect(assign).not.toHaveBeenCalled()
  answers['POST /authorization'] = () => Response.json({ url: 'https://login.example/consent?state=1' })
  await press('Microsoft')
  await eventually(() => expect(assign).toHaveBeenCalledWith('https://login.example/consent?state=1'))
  expect(sent.map(({ body }) => body)).toEqual([{ provider: 'google' }, { provider: 'microsoft' }])
  await screen.findByRole('button', { name: 'Microsoft', busy: true })
  // The browser's Back button shows the page as it was left.
  fireEvent(window, new Event('pageshow'))
  await screen.findByRole('button', { name: 'Microsoft', busy: false })
})

test('the way back from a provider leads to the choice of its calendars, once', async () => {
  connection = { ...CONNECTED, provider: 'google' }
  window.history.replaceState(null, '', '#choose-calendars')
  await show()
  expect(await screen.findByLabelText('Team')).toBeTruthy()
  expect(window.location.hash).toBe('')
  // The screen is replaced, for example when the account was read again.
  cleanup()
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  cleanup()
  await show()
  expect(await button('Choose calendars')).toBeTruthy()
})

test('a provider that gives no access any more is named, and is connected again with one press', async () => {
  const failing = { fault: 'refused', since: '2026-11-26T09:00:00.000Z' } as const
  connection = { ...CONNECTED, provider: 'google', host: 'www.googleapis.com', failing }
  offers = ['google', 'microsoft']
  const assign = leaving()
  await show()
  expect((await screen.findByRole('alert')).textContent).toMatch(/Google no longer gives us access.*connect your calendar again/)
  expect(screen.getByText('Google')).toBeTruthy()
  expect(screen.queryByText('www.googleapis.com')).toBeNull()
  answers['POST /authorization'] = () => Response.json({ url: 'https://login.example/' })
  await press('Connect Google again')
  await eventually(() => expect(assign).toHaveBeenCalledWith('https://login.example/'))
})

test('a provider whose calendar is read is not asked again, and an answer of an earlier server has no provider', async () => {
  const { provider: _, ...earlier } = CONNECTED
  answers['GET '] = () => Response.json({ connection: earlier })
  await show()
  expect(await screen.findByText('caldav.icloud.com')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})

test('a return from a provider that connected nothing says why, and never shows what is in the address', async () => {
  offers = ['google']
  window.history.replaceState(null, '', '#calendar-not-connected=calendars.consent-refused')
  await show()
  expect((await screen.findByRole('alert')).textContent).toMatch(/not connected.*You did not give access/)
  expect(window.location.hash).toBe('')
  cleanup()
  window.history.replaceState(null, '', '#calendar-not-connected=Call-0900')
  await show()
  expect((await screen.findByRole('alert')).textContent).toBe('Your calendar was not connectedPlease try again.')
})

test('the reason that nothing was connected stays until a calendar is connected, for this listing only', async () => {
  window.history.replaceState(null, '', '#calendar-not-connected=calendars.consent-refused')
  await show()
  await screen.findByRole('alert')
  cleanup()
  await show('vc_2' as VcId)
  await button('Connect a calendar')
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await show()
  await screen.findByRole('alert')
  await press('Connect a calendar')
  type('Address of the calendar server', 'caldav.icloud.com')
  type('User name', 'alan@icloud.com')
  type('App password', 'abcd-1234')
  connection = CONNECTED
  await press('Connect')
  expect(await screen.findByText('caldav.icloud.com')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

/** The connection of the device, which can be lost. */
function networkOfDevice() {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  return (online: boolean) => {
    isOnline.mockReturnValue(online)
    fireEvent(window, new Event(online ? 'online' : 'offline'))
  }
}

test('a lost connection hides the calendar and keeps what was typed', async () => {
  const become = networkOfDevice()
  await show()
  await press('Connect a calendar')
  type('User name', 'alan@icloud.com')
  become(false)
  await screen.findByText(/shown and changed with a connection/)
  expect(screen.queryByRole('textbox', { name: 'User name' })).toBeNull()
  become(true)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'User name' })).value).toBe('alan@icloud.com')
})

test('a lost connection closes the question of a hidden calendar, which is read again afterwards', async () => {
  const become = networkOfDevice()
  connection = CONNECTED
  await show()
  await press('Disconnect')
  await screen.findByRole('dialog')
  become(false)
  await eventually(() => expect(document.querySelector('dialog')).toBeNull())
  connection = null
  become(true)
  await button('Connect a calendar')
})
