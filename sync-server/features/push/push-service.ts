import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#server/http/outgoing/public-address.ts'
import { Problem } from '#shared/problem.ts'

/** An encrypted message and its headers. @see RFC 8030 */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Uint8Array }
export type PushReply = { status: number; retryAfter: string | undefined }

const TIMEOUT_MS = 10_000

/**
 * Accepts the address of a subscription: a user names it and this server calls it, so it must not reach what only this server can
 * reach. A name is resolved when it is called (`callPushService`), because it may resolve to another address by then.
 *
 * @param origins  further origins that the operator allows, as they are
 * @throws Problem `push.endpoint-refused`
 */
export function requireEndpoint(endpoint: string, origins: readonly string[]): void {
  const url = new URL(endpoint)
  if (origins.includes(url.origin)) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  // A name without a dot, or one of these, is of a local network.
  const isLocal = isIP(host) !== 0 || !host.includes('.') || /\.(localhost|local|internal|home\.arpa)\.?$/.test(host)
  if (!isPlain || isLocal) throw new Problem('push.endpoint-refused')
}

/** The name of the push service resolves to an address that only this server can reach. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })

/** The connection is made to an address that was checked: a second resolution could have another result. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => isPublicAddress(address))) callback(new PrivateAddress(), [])
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }

/**
 * Calls a push service. Follows no redirect, and reads no body of the reply.
 *
 * @param origins  origins that the operator allows, also where they are private and without TLS
 * @param resolveName  finds the addresses of a name
 * @throws PrivateAddress; another error when there is no reply within ten seconds
 */
export function callPushService(
  { endpoint, headers, body }: PushRequest,
  origins: readonly string[],
  resolveName: Resolve = resolveAll,
): Promise<PushReply> {
  const url = new URL(endpoint)
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS), agent: false as const }
  const { promise, resolve, reject } = Promise.withResolvers<PushReply>()
  const open = () => {
    if (!origins.includes(url.origin)) return httpsRequest(url, { ...options, lookup: publicLookup(resolveName) })
    return url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, options)
  }
  const call = open()
  call.on('response', (reply) => {
    resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] })
    reply.destroy()
  })
  call.on('error', reject)
  call.end(body)
  return promise
}
