import * as v from 'valibot'
import {
  type CalendarAccount,
  CalendarError,
  type CalendarEvent,
  type ExternalCalendar,
  type Opening,
} from '#server/features/bookings/calendars/external-calendar.ts'
import { type GuardedFetch, OutgoingError } from '#server/http/outgoing/guarded-fetch.ts'
import type { Tokens } from './tokens.ts'

type Request = { method?: string; body?: object; headers?: Record<string, string> }
type Reply = { status: number; json: unknown }

export type ProviderApi = {
  /** @param path  below the address of the API, or an address of it that the API has named */
  ask: (path: string, request?: Request) => Promise<Reply>
  /** The same, of an answer that has a shape. @throws CalendarError for every other one */
  read: <Shape extends v.GenericSchema>(path: string, shape: Shape, request?: Request) => Promise<v.InferOutput<Shape>>
}

type Deps = { fetchGuarded: GuardedFetch; tokens: Tokens; baseUrl: string }

/** Of one page. */
const MAX_BYTES = 2 * 1024 * 1024

/** The JSON API of a provider, as one account. Its tokens are sent to the host of the API only. */
export function openProviderApi(
  { fetchGuarded, tokens, baseUrl }: Deps,
  account: CalendarAccount,
  { signal, keep }: Opening,
): ProviderApi {
  const base = new URL(baseUrl)
  let refreshToken = account.password

  async function accessToken(refused?: string): Promise<string> {
    const access = await tokens.access(refreshToken, refused)
    if (access.refreshToken !== refreshToken) {
      refreshToken = access.refreshToken
      await keep({ ...account, password: refreshToken })
    }
    return access.accessToken
  }

  async function send(url: string, { method = 'GET', body, headers }: Request, token: string): Promise<Reply> {
    const { status, text } = await fetchGuarded({
      url,
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      maxBytes: MAX_BYTES,
      secret: { headers: { authorization: `Bearer ${token}` }, isFor: (host) => host === base.hostname },
    }).catch((error) => {
      throw error instanceof OutgoingError ? new CalendarError(error.fault, error.message, error) : error
    })
    return { status, json: parse(text) }
  }

  async function ask(path: string, request: Request = {}): Promise<Reply> {
    const url = path.startsWith('/') ? `${baseUrl.replace(/\/$/, '')}${path}` : path
    if (new URL(url).origin !== base.origin) throw new CalendarError('unreadable', 'The API names an address of another host')
    const token = await accessToken()
    const reply = await send(url, request, token)
    // The token may have been withdrawn before its time.
    return reply.status === 401 ? send(url, request, await accessToken(token)) : reply
  }

  return {
    ask,
    async read(path, shape, request) {
      const { status, json } = await ask(path, request)
      if (status >= 300) throw errorOf({ status, json })
      const parsed = v.safeParse(shape, json)
      if (!parsed.success) throw new CalendarError('unreadable', 'The API sent an answer of another shape')
      return parsed.output
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ErrorBody = v.object({ error: v.object({ errors: v.optional(v.array(v.object({ reason: v.string() })), []) }) })

/** Google refuses requests beyond its quotas with 403 as well as with 429. */
const BUSY = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']

/** The fault of a refused request. Its message has the status alone: the API may repeat parts of the request. */
export function errorOf({ status, json }: Reply): CalendarError {
  const body = v.safeParse(ErrorBody, json)
  const isBusy = body.success && body.output.error.errors.some(({ reason }) => BUSY.includes(reason))
  const about = `The provider answered with status ${status}`
  if (isBusy || status === 429 || status >= 500) return new CalendarError('unreachable', about)
  if (status === 401 || status === 403) return new CalendarError('refused', about)
  return new CalendarError(status === 404 || status === 410 ? 'not-found' : 'unreadable', about)
}

/** How one provider stores an event in a calendar, and removes it from several. */
type Writes = {
  put: (api: ProviderApi, event: CalendarEvent, into: string) => Promise<void>
  removeFrom: (api: ProviderApi, uid: string, calendars: string[]) => Promise<void>
}

/** An event that moves to another calendar is removed from the others first: there is never more than one. */
export const eventWriter = (
  api: ProviderApi,
  { put, removeFrom }: Writes,
): Pick<ExternalCalendar, 'putEvent' | 'removeEvent'> => ({
  async putEvent(event, into, calendars) {
    const others = calendars.filter((id) => id !== into)
    await removeFrom(api, event.uid, others)
    await put(api, event, into)
  },
  removeEvent: (uid, calendars) => removeFrom(api, uid, calendars),
})
