type Connection = { requestIP: (request: Request) => { address: string } | null }

/**
 * The address that address limits count.
 *
 * Each proxy appends the peer it saw to `X-Forwarded-For`, so with n trusted
 * proxies the n-th entry from the right is the client; everything left of it is
 * the client's own invention. Without a trusted proxy the header says nothing.
 */
export function clientAddress(request: Request, connection: Connection | null, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const claimed = hops.at(-trustedProxies)
    if (claimed) return claimed
  }
  return connection?.requestIP(request)?.address ?? 'unknown'
}
