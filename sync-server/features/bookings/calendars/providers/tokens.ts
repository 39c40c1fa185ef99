import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { CalendarError } from '#server/features/bookings/calendars/external-calendar.ts'
import { type GuardedFetch, type GuardedReply, OutgoingError } from '#server/http/outgoing/guarded-fetch.ts'

/** This installation at a provider, and where the provider gives tokens. */
export type OauthClient = { clientId: string; clientSecret: string; tokenUrl: string }

export type Access = { accessToken: string; refreshToken: string }
/** What a code was exchanged for. `scope`: what the owner has allowed, which may be less than was asked for. */
export type Granted = Access & { scope: string[] }

export type Tokens = {
  /** @throws CalendarError `refused` where the code or its verifier is not accepted */
  exchange: (code: { code: string; verifier: string; redirectUri: string }) => Promise<Granted>
  /**
   * An access token. Requests for one that come together share one call to the provider.
   *
   * @param refused  an access token that the provider has refused since: another one is asked for
   * @throws CalendarError `refused` where the owner or the provider has withdrawn the consent
   */
  access: (refreshToken: string, refused?: string) => Promise<Access>
}

const Reply = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.number(),
  refresh_token: v.optional(v.string()),
  scope: v.optional(v.string(), ''),
})
const Refusal = v.object({ error: v.string() })

const KEPT_TOKENS = 1000
const DEADLINE_MS = 5000
const MAX_BYTES = 100_000
/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000

/**
 * The token endpoint of a provider. Access tokens are in the memory of the node alone.
 *
 * @see RFC 6749 §4.1.3, §5.2, §6
 */
export function createTokens(
  { clientId, clientSecret, tokenUrl }: OauthClient,
  { fetchGuarded, now }: { fetchGuarded: GuardedFetch; now: () => Date },
): Tokens {
  const kept = new LRUCache<string, Access & { until: number }>({ max: KEPT_TOKENS })
  const running = new Map<string, Promise<Access>>()

  async function ask(about: Record<string, string>) {
    const reply = await fetchGuarded({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ ...about, client_id: clientId, client_secret: clientSecret }).toString(),
      signal: AbortSignal.timeout(DEADLINE_MS),
      maxBytes: MAX_BYTES,
    }).catch((error) => {
      throw error instanceof OutgoingError ? new CalendarError(error.fault, error.message, error) : error
    })
    const parsed = v.safeParse(Reply, jsonOf(reply))
    if (reply.status === 200 && parsed.success) return parsed.output
    throw refusalOf(reply)
  }

  async function refresh(refreshToken: string): Promise<Access> {
    const answer = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const access = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? refreshToken }
    const until = now().getTime() + answer.expires_in * 1000 - MARGIN_MS
    // A caller that still has the earlier refresh token gets the later one from here.
    for (const key of new Set([refreshToken, access.refreshToken])) kept.set(key, { ...access, until })
    return access
  }

  return {
    async exchange({ code, verifier, redirectUri }) {
      const about = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
      const { access_token: accessToken, refresh_token: refreshToken, scope } = await ask(about)
      if (!refreshToken) throw new CalendarError('refused', 'The provider gave no refresh token')
      return { accessToken, refreshToken, scope: scope.split(' ') }
    },
    async access(refreshToken, refused) {
      const known = kept.get(refreshToken)
      if (known && known.accessToken !== refused && known.until > now().getTime()) return known
      const flight = running.get(refreshToken) ?? refresh(refreshToken).finally(() => running.delete(refreshToken))
      running.set(refreshToken, flight)
      return flight
    },
  }
}

function refusalOf(reply: GuardedReply): CalendarError {
  const refusal = v.safeParse(Refusal, jsonOf(reply))
  const error = refusal.success ? refusal.output.error : ''
  const about = `The provider gave no token, with status ${reply.status}`
  if (error === 'invalid_grant' || error === 'interaction_required') return new CalendarError('refused', about)
  // A client that is not accepted is a fault of this installation, and no reason for the owner to connect again.
  const isAnswer = reply.status !== 429 && reply.status < 500 && error === ''
  return new CalendarError(isAnswer ? 'unreadable' : 'unreachable', `${about} ${error.slice(0, 40)}`)
}

function jsonOf({ text }: GuardedReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
