/** How a provider responds. */
export type ProviderMood =
  | 'well'
  | 'slow'
  | 'failing'
  | 'busy'
  | 'busy for writes'
  | 'unreadable'
  | 'withdrawn'
  | 'losing answers'

type Options = {
  paths: { consent: string; token: string; revoke?: string }
  scopes: string[]
  /** As Microsoft does: each refresh returns another refresh token, and the earlier one stays valid. */
  isRotating: boolean
  /** The status of a request beyond a quota. */
  busyStatus: number
  /** The form of an error of the API. */
  refusal: (status: number, reason: string) => Response
  api: (request: Request, url: URL) => Promise<Response>
}
type Grant = { scope: string; isValid: boolean }

const CLIENT = { id: 'client-of-tests', secret: 'secret-of-the-client' }

/**
 * A provider of OAuth 2 with an API behind it: the consent page (RFC 6749 §4.1.1, RFC 7636), the token endpoint with its errors, and
 * tokens that end. Its consent page answers at once.
 */
export function startProvider({ paths, scopes, isRotating, busyStatus, refusal, api }: Options) {
  const asked: string[] = []
  const codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>()
  const grants = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  let mood: ProviderMood = 'well'
  let allowed: string[] | undefined = scopes
  let count = 0
  let tokenCalls = 0
  let beforeToken = async () => undefined as unknown
  const next = (kind: string) => {
    count += 1
    return `${kind}-${count}-of-the-investor`
  }

  function consent({ searchParams }: URL): Response {
    const about = (name: string) => searchParams.get(name) ?? ''
    const asks = about('scope').split(' ')
    const isWellFormed =
      about('client_id') === CLIENT.id &&
      about('response_type') === 'code' &&
      about('code_challenge_method') === 'S256' &&
      scopes.every((scope) => asks.includes(scope)) &&
      (isRotating ? asks.includes('offline_access') : about('access_type') === 'offline')
    if (!isWellFormed) return new Response('Error 400: invalid_request', { status: 400 })
    const back = new URL(about('redirect_uri'))
    back.searchParams.set('state', about('state'))
    if (!allowed) {
      back.searchParams.set('error', 'access_denied')
      return Response.redirect(back.href, 302)
    }
    const code = next('code')
    codes.set(code, { challenge: about('code_challenge'), redirectUri: about('redirect_uri'), scope: allowed.join(' ') })
    back.searchParams.set('code', code)
    return Response.redirect(back.href, 302)
  }

  async function token(form: URLSearchParams): Promise<Response> {
    tokenCalls += 1
    await beforeToken()
    const deny = (error: string, status = 400) => Response.json({ error, error_description: 'Bad Request' }, { status })
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) return deny('invalid_client', 401)
    if (form.get('grant_type') === 'refresh_token') {
      const grant = grants.get(form.get('refresh_token') ?? '')
      if (!grant?.isValid || mood === 'withdrawn') return deny('invalid_grant')
      return answer(grant, isRotating)
    }
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = new Bun.CryptoHasher('sha256').update(verifier).digest('base64url')
    if (!known || known.challenge !== challenge || known.redirectUri !== form.get('redirect_uri')) return deny('invalid_grant')
    return answer({ scope: known.scope, isValid: true }, true)
  }

  function answer(grant: Grant, hasRefreshToken: boolean): Response {
    const [accessToken, refreshToken] = [next('access'), next('refresh')]
    accessTokens.set(accessToken, grant)
    if (hasRefreshToken) grants.set(refreshToken, grant)
    return Response.json({
      ...{ access_token: accessToken, expires_in: 3599, scope: grant.scope, token_type: 'Bearer' },
      ...(hasRefreshToken && { refresh_token: refreshToken }),
    })
  }

  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const url = new URL(request.url)
      asked.push(`${request.method} ${decodeURIComponent(url.pathname)}`)
      if (url.pathname === paths.consent) return consent(url)
      if (mood === 'slow') await Bun.sleep(20_000)
      if (mood === 'failing') return new Response('<html>Bad gateway', { status: 502 })
      if (mood === 'busy') return refusal(busyStatus, 'rateLimitExceeded')
      if (mood === 'unreadable') return new Response('{"items": [')
      if (url.pathname === paths.token) return token(new URLSearchParams(await request.text()))
      if (url.pathname === paths.revoke) {
        const grant = grants.get(new URLSearchParams(await request.text()).get('token') ?? '')
        if (!grant?.isValid) return Response.json({ error: 'invalid_token' }, { status: 400 })
        grant.isValid = false
        return Response.json({})
      }
      const grant = accessTokens.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
      if (!grant?.isValid || mood === 'withdrawn') return refusal(401, 'authError')
      if (mood === 'busy for writes' && request.method !== 'GET') return refusal(busyStatus, 'rateLimitExceeded')
      const reply = await api(request, url)
      return mood === 'losing answers' && reply.ok && request.method !== 'GET' ? new Response('', { status: 502 }) : reply
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    client: CLIENT,
    /** Requests, in order. */
    asked,
    /** Calls of the token endpoint so far. */
    tokenCalls: () => tokenCalls,
    grants,
    feel: (value: ProviderMood) => {
      mood = value
    },
    /** What the owner allows on the consent page; undefined for nothing. */
    allow: (value: string[] | undefined) => {
      allowed = value
    },
    /** Every access token ends now, as after an hour. */
    endTokens: () => accessTokens.clear(),
    /** Runs before a token is given. */
    beforeToken: (run: () => Promise<unknown>) => {
      beforeToken = run
    },
    stop: () => server.stop(true),
  }
}
