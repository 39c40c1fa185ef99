type Endpoint = { url: string; status: string; enabled_events: string[]; api_version: string | null }

/** What an account at Stripe answers to a key. Each test changes what it is about. */
export type StripeAccount = {
  /** Paths that the key may not read. */
  refused: string[]
  isKeyValid: boolean
  account: { charges_enabled: boolean; default_currency: string }
  endpoints: Endpoint[]
  undelivered: number
  /** How far its clock is ahead. */
  aheadMs: number
}

/** A server with the part of Stripe's API that tells about an account and its key. */
export function startStripeAccount() {
  const state: StripeAccount = {
    refused: [],
    isKeyValid: true,
    account: { charges_enabled: true, default_currency: 'usd' },
    endpoints: [],
    undelivered: 0,
    aheadMs: 0,
  }
  const lists: Record<string, () => unknown[]> = {
    webhook_endpoints: () => state.endpoints,
    events: () => [],
  }
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const path = pathname.replace('/v1/', '')
      const headers = { date: new Date(Date.now() + state.aheadMs).toUTCString() }
      if (!state.isKeyValid) return Response.json({ error: { message: 'Invalid API Key' } }, { status: 401, headers })
      if (state.refused.includes(path)) return Response.json({ error: { message: 'No permission' } }, { status: 403, headers })
      if (path === 'account') return Response.json(state.account, { headers })
      const isUndelivered = path === 'events' && searchParams.get('delivery_success') === 'false'
      const data = isUndelivered ? Array(state.undelivered).fill({ id: 'evt_1' }) : (lists[path]?.() ?? [])
      return Response.json({ object: 'list', data, has_more: false }, { headers })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, state, stop: () => server.stop(true) }
}
