import type { CalendarConnection, ChooseCalendars } from '#shared/bookings/external-calendar.ts'
import type { VcId } from '#shared/ids.ts'
import { investorWith } from '#tests/server/bookings/own-hours/setup.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import type { startCaldav } from '#tests/support/stand-ins/caldav.ts'

export type Investor = Client & { listing: VcId; user: { email: string }; password: string }
export type State = { connection: CalendarConnection | null; code?: string; message?: string }

export const pathOf = (vcId: VcId, rest = '') => `/api/vcs/${vcId}/external-calendar${rest}`

export const connect = (investor: Client & { listing: VcId }, account: object) =>
  investor.post<State>(pathOf(investor.listing), account, { method: 'PUT' })

export const choose = (investor: Client & { listing: VcId }, choice: ChooseCalendars) =>
  investor.post<State>(pathOf(investor.listing, '/calendars'), choice, { method: 'PUT' })

/** What the owner sees at the listing. */
export async function connectionOf(investor: Client & { listing: VcId }): Promise<CalendarConnection> {
  const { body } = await investor.get<State>(pathOf(investor.listing))
  if (!body.connection) throw new Error('No calendar is connected')
  return body.connection
}

/** Reads the calendar now. */
export const readNow = async (investor: Client & { listing: VcId }) =>
  (await investor.post<State>(pathOf(investor.listing, '/test'))).body.connection

/** An investor with calls at any half hour, and a connected calendar. */
export async function investorWithCalendar(
  app: TestApp,
  calendar: Pick<ReturnType<typeof startCaldav>, 'account'>,
  hours: Parameters<typeof investorWith>[1] = {},
  listing: object = {},
) {
  const investor = await investorWith(app, hours, listing)
  const { status, body } = await connect(investor, calendar.account)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return investor
}
