import type { Env } from '#server/env.ts'
import type { ConsentProvider } from '#shared/bookings/external-calendar.ts'
import { GOOGLE_SCOPES } from './google.ts'
import { MICROSOFT_SCOPES } from './microsoft.ts'
import type { OauthClient } from './tokens.ts'

// Microsoft's address: cspell:ignore authorize

/** A provider that this installation is registered at. */
export type Registration = OauthClient & {
  /** Where the owner is asked. `scopes`: what has to be allowed; `request`: what is asked for, with the means to refresh it. */
  consentUrl: string
  scopes: string[]
  request: Record<string, string>
  /** The address of the API, which is stored with the account. */
  apiUrl: string
}

type Names = 'CLIENT_ID' | 'CLIENT_SECRET' | 'LOGIN_URL'
export type ProviderEnv = Pick<
  Env,
  `GOOGLE_${Names}` | `MICROSOFT_${Names}` | 'GOOGLE_TOKEN_URL' | 'GOOGLE_CALENDAR_API_URL' | 'MICROSOFT_GRAPH_URL'
>

const below = (base: string, path: string) => `${base.replace(/\/$/, '')}${path}`

/** The providers that this installation is registered at, by its configuration. */
export function registrationsIn(env: ProviderEnv): Partial<Record<ConsentProvider, Registration>> {
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = env
  const { MICROSOFT_CLIENT_ID: microsoftId, MICROSOFT_CLIENT_SECRET: microsoftSecret } = env
  return {
    ...(googleId &&
      googleSecret && {
        google: {
          clientId: googleId,
          clientSecret: googleSecret,
          tokenUrl: below(env.GOOGLE_TOKEN_URL, '/token'),
          consentUrl: below(env.GOOGLE_LOGIN_URL, '/o/oauth2/v2/auth'),
          scopes: GOOGLE_SCOPES,
          // Google gives a refresh token with the first consent only, unless it asks again.
          request: { scope: GOOGLE_SCOPES.join(' '), access_type: 'offline', prompt: 'consent' },
          apiUrl: env.GOOGLE_CALENDAR_API_URL,
        },
      }),
    ...(microsoftId &&
      microsoftSecret && {
        microsoft: {
          clientId: microsoftId,
          clientSecret: microsoftSecret,
          tokenUrl: below(env.MICROSOFT_LOGIN_URL, '/oauth2/v2.0/token'),
          consentUrl: below(env.MICROSOFT_LOGIN_URL, '/oauth2/v2.0/authorize'),
          scopes: MICROSOFT_SCOPES,
          request: { scope: [...MICROSOFT_SCOPES, 'offline_access'].join(' '), response_mode: 'query', prompt: 'select_account' },
          apiUrl: env.MICROSOFT_GRAPH_URL,
        },
      }),
  }
}
