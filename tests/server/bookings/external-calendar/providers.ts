import { CALENDAR_CALLBACK, type ConsentProvider, NOT_CONNECTED_HASH } from '#shared/bookings/external-calendar.ts'
import { investorWith } from '#tests/server/bookings/own-hours/setup.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import * as google from '#tests/support/stand-ins/google-calendar.ts'
import * as microsoft from '#tests/support/stand-ins/microsoft-calendar.ts'
import { type Investor, pathOf } from './setup.ts'

type Span = { start: string | number; end: string | number }
/** How an event of the owner takes its time, where it does not take it as usual. */
export type Kind = 'usual' | 'free' | 'declined' | 'unanswered' | 'cancelled' | 'day'

/** A provider with what its owner does, in the same words for each. */
export type Provider = ReturnType<typeof startGoogle> | ReturnType<typeof startMicrosoft>

function startGoogle() {
  const stand = google.startGoogle()
  return {
    ...stand,
    name: 'google' as const,
    host: '127.0.0.1',
    calendars: { work: google.WORK, private: google.PRIVATE, team: google.TEAM },
    enterEvent(calendar: string, { start, end }: Span, uid = 'dentist', kind: Kind = 'usual', isCopyOf?: string) {
      const [from, until] = [start, end].map((at) => new Date(at).toISOString())
      stand.enter(calendar, {
        id: Buffer.from(uid).toString('hex'),
        ...(isCopyOf && { iCalUID: isCopyOf }),
        summary: 'Secret dentist',
        start: kind === 'day' ? { date: from?.slice(0, 10) ?? '' } : { dateTime: from ?? '' },
        end: kind === 'day' ? { date: until?.slice(0, 10) ?? '' } : { dateTime: until ?? '' },
        ...(kind === 'free' && { transparency: 'transparent' }),
        ...(kind === 'cancelled' && { status: 'cancelled' }),
        ...(kind === 'declined' && { attendees: [{ self: true, responseStatus: 'declined' }] }),
        ...(kind === 'unanswered' && { attendees: [{ self: true, responseStatus: 'needsAction' }] }),
      })
    },
    /** The events that are there, by their calendar and start. */
    list: () => stand.shown().map(({ calendar, start }) => ({ calendar, start: new Date(start.dateTime ?? '').toISOString() })),
    /** The owner deletes each event. */
    deleteAll: () => {
      for (const { calendar, ...event } of stand.shown()) stand.enter(calendar, { ...event, status: 'cancelled' })
    },
  }
}

function startMicrosoft() {
  const stand = microsoft.startMicrosoft()
  const at = (time: string | number) => new Date(time).toISOString().replace('Z', '0000')
  return {
    ...stand,
    name: 'microsoft' as const,
    host: '127.0.0.1',
    calendars: { work: microsoft.WORK, private: microsoft.PRIVATE, team: microsoft.TEAM },
    enterEvent(calendar: string, { start, end }: Span, _uid = 'dentist', kind: Kind = 'usual', isCopyOf?: string) {
      const isAllDay = kind === 'day'
      const time = (value: string | number) => ({
        dateTime: isAllDay ? `${at(value).slice(0, 10)}T00:00:00.0000000` : at(value),
        timeZone: 'UTC',
      })
      stand.enter(calendar, {
        subject: 'Secret dentist',
        ...(isCopyOf && { iCalUId: isCopyOf }),
        ...{ isAllDay, start: time(start), end: time(end), isCancelled: kind === 'cancelled' },
        showAs: kind === 'free' ? 'free' : 'busy',
        responseStatus: { response: kind === 'declined' ? 'declined' : kind === 'unanswered' ? 'notResponded' : 'organizer' },
      })
    },
    list: () =>
      stand
        .shown()
        .map(({ calendar, start }) => ({ calendar, start: new Date(`${start.dateTime.slice(0, 23)}Z`).toISOString() })),
    deleteAll: () => stand.clear(),
  }
}

export const startProviders = () => ({ google: startGoogle(), microsoft: startMicrosoft() })

/** A press on the name of a provider: the address of its consent page. */
export const askConsent = (investor: Client & { listing: Investor['listing'] }, provider: ConsentProvider) =>
  investor.post<{ url: string; code?: string }>(pathOf(investor.listing, '/authorization'), { provider })

/** What the consent page answers with: the address that the browser returns to, below the origin of the product. */
export async function answerConsent(url: string): Promise<string> {
  const location = (await fetch(url, { redirect: 'manual' })).headers.get('location')
  const back = new URL(location ?? '')
  if (back.pathname !== CALENDAR_CALLBACK) throw new Error(`The provider leads to ${back.pathname}`)
  return `${back.pathname}${back.search}`
}

/** Returns to the product as a browser does. */
export const returnTo = (client: Client, back: string) => client.send(back, { headers: { accept: 'text/html,*/*;q=0.8' } })

/** Connects as a browser does. */
export async function connectBy(investor: Client & { listing: Investor['listing'] }, provider: ConsentProvider) {
  const { body } = await askConsent(investor, provider)
  return returnTo(investor, await answerConsent(body.url))
}

/** An investor with calls at any half hour, and a connected calendar of a provider. */
export async function investorWithProvider(
  app: TestApp,
  provider: ConsentProvider,
  hours: Parameters<typeof investorWith>[1] = {},
) {
  const investor = await investorWith(app, hours)
  const fault = codeOn(await connectBy(investor, provider))
  if (fault) throw new Error(`The calendar was not connected: ${fault}`)
  return investor
}

/** Why a return connected nothing; undefined if it did. */
export function codeOn(response: Response): string | undefined {
  if (response.status !== 303) throw new Error(`The browser was not sent to a page, with status ${response.status}`)
  return new URL(response.headers.get('location') ?? '', 'http://here').hash.split(`#${NOT_CONNECTED_HASH}`)[1]
}
