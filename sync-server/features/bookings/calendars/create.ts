import type { Env } from '#server/env.ts'
import { createGuardedFetch } from '#server/http/outgoing/guarded-fetch.ts'
import { type CalendarProvider, ConsentProvider } from '#shared/bookings/external-calendar.ts'
import { openCaldav } from './caldav.ts'
import { type OpenOfProvider, openNothing } from './external-calendar.ts'
import { openGoogle } from './providers/google.ts'
import { openMicrosoft } from './providers/microsoft.ts'
import { type ProviderEnv, registrationsIn } from './providers/registrations.ts'
import { createTokens } from './providers/tokens.ts'
import { type CalendarDeps, createBusyReader } from './refresh.ts'

type Context = Omit<CalendarDeps, 'openCalendar'> & { env: Pick<Env, 'reachesLoopback'> & ProviderEnv }

/** What reads and writes the external calendars of investors. Payments read them as well, before a call is confirmed. */
export function createCalendars(context: Context) {
  const { env, now } = context
  const fetchGuarded = createGuardedFetch({ allowsLoopback: env.reachesLoopback })
  const { google, microsoft } = registrationsIn(env)
  const consents = {
    ...(google && { google: { ...google, tokens: createTokens(google, { fetchGuarded, now }) } }),
    ...(microsoft && { microsoft: { ...microsoft, tokens: createTokens(microsoft, { fetchGuarded, now }) } }),
  }
  const open: Record<CalendarProvider, OpenOfProvider> = {
    caldav: openCaldav(fetchGuarded),
    google: consents.google
      ? openGoogle({
          ...consents.google,
          fetchGuarded,
          baseUrl: consents.google.apiUrl,
          revokeUrl: `${env.GOOGLE_TOKEN_URL}/revoke`,
        })
      : openNothing,
    microsoft: consents.microsoft
      ? openMicrosoft({ ...consents.microsoft, fetchGuarded, baseUrl: consents.microsoft.apiUrl })
      : openNothing,
  }
  const deps: CalendarDeps = { ...context, openCalendar: (provider, account, opening) => open[provider](account, opening) }
  const offers = ConsentProvider.options.filter((provider) => consents[provider])
  return { ...deps, consents, offers, busyReader: createBusyReader(deps) }
}
export type Calendars = ReturnType<typeof createCalendars>
