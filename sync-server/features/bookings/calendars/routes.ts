import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type Identity, session } from '#server/http/session.ts'
import { CalendarChoices, ChooseCalendars, ConnectCalendar, ExternalCalendarState } from '#shared/bookings/external-calendar.ts'
import { VcId } from '#shared/ids.ts'
import {
  type ConnectionDeps,
  chooseCalendars,
  connectCalendar,
  disconnectCalendar,
  listChoices,
  readConnection,
  testConnection,
} from './connection.ts'

/** A new object for each route: the framework adds what it needs to the one that it is given. */
const ofListing = () => ({ signedIn: true, params: v.object({ id: VcId }), response: ExternalCalendarState }) as const

/** The external calendar of an own listing. Online only: a device never has the credentials. */
export const calendarRoutes = (deps: ConnectionDeps & { identity: Identity }) =>
  new Elysia({ name: 'external-calendars', prefix: '/api/vcs/:id/external-calendar' })
    .use(session(deps.identity))
    .get('', ({ params, account }) => readConnection(deps, account, params.id), ofListing())
    .put('', ({ params, body, account }) => connectCalendar(deps, account, params.id, body), {
      ...ofListing(),
      body: ConnectCalendar,
    })
    .delete('', ({ params, account }) => disconnectCalendar(deps, account, params.id), ofListing())
    .post('/test', ({ params, account }) => testConnection(deps, account, params.id), ofListing())
    .get('/calendars', ({ params, account }) => listChoices(deps, account, params.id), {
      ...ofListing(),
      response: CalendarChoices,
    })
    .put('/calendars', ({ params, body, account }) => chooseCalendars(deps, account, params.id, body), {
      ...ofListing(),
      body: ChooseCalendars,
    })
