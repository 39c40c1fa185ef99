import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Why a request to an address that a user gave has no answer. */
export type OutgoingFault = 'forbidden' | 'unreachable' | 'too-large'

export class OutgoingError extends Error {
  constructor(
    readonly fault: OutgoingFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}

export type GuardedRequest = {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
  /** The deadline of everything that the caller does, redirects included. */
  signal: AbortSignal
  maxBytes: number
  /** Headers for one host, such as credentials: they are left out of requests to hosts for which it is false. */
  secret?: { headers: Record<string, string>; isFor: (host: string) => boolean }
}

/** `url`: where the answer comes from, after redirects. */
export type GuardedReply = { url: string; status: number; headers: Headers; text: string }

export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedReply>

type Resolve = (host: string) => Promise<string[]>

type Options = {
  /** Loopback addresses, and plain HTTP to them: only where no other machine reaches this server. */
  allowsLoopback: boolean
  /** Given by tests. */
  resolve?: Resolve
  /** Given by tests: the certificate of a server that plays a public one. */
  ca?: string
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

const resolveAll: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Requests to an address that a user gave: over HTTPS to public hosts only, with limits of size and time. The name is resolved
 * here, and the connection is made to the address that was checked: a second answer of the name server changes nothing. Each
 * redirect is checked in the same way, and repeats the request as it was.
 *
 * @throws OutgoingError
 */
export const createGuardedFetch =
  ({ allowsLoopback, resolve = resolveAll, ca }: Options): GuardedFetch =>
  async ({ url, method, headers, body, signal, maxBytes, secret }) => {
    let next = url
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const target = await checked(next, { allowsLoopback, resolve, signal })
      const reply = await fetch(target.pinned, {
        method,
        ...(body !== undefined && { body }),
        headers: { ...headers, ...(secret?.isFor(target.host) && secret.headers), host: target.hostHeader },
        redirect: 'manual',
        signal,
        ...(target.isSecure && { tls: { serverName: target.host, ...(ca && { ca }) } }),
      }).catch((error) => {
        throw new OutgoingError('unreachable', `${target.host} did not answer`, error)
      })
      const location = REDIRECTS.includes(reply.status) ? reply.headers.get('location') : null
      if (location === null) {
        return { url: next, status: reply.status, headers: reply.headers, text: await readText(reply, maxBytes, target.host) }
      }
      await reply.body?.cancel()
      const moved = URL.parse(location, next)
      if (!moved) throw new OutgoingError('forbidden', `${target.host} redirects to no address`)
      next = moved.href
    }
    throw new OutgoingError('unreachable', 'Too many redirects')
  }

type Checking = Pick<Options, 'allowsLoopback'> & { resolve: Resolve; signal: AbortSignal }

/** The address to connect to, with the name that the host has to prove. @throws OutgoingError `forbidden`, `unreachable` */
async function checked(address: string, { allowsLoopback, resolve, signal }: Checking) {
  const url = URL.parse(address)
  if (!url || url.username || url.password) throw new OutgoingError('forbidden', 'Not a plain address')
  const isSecure = url.protocol === 'https:'
  if (!isSecure && !(allowsLoopback && url.protocol === 'http:')) throw new OutgoingError('forbidden', 'Not an HTTPS address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : await resolveInTime(host, resolve, signal)
  const isAllowed = (ip: string) => (isSecure && isPublicAddress(ip)) || (allowsLoopback && isLoopbackAddress(ip))
  // One private address among public ones is enough to refuse: the name is not of a public server.
  const [ip] = found
  if (ip === undefined || !found.every(isAllowed)) throw new OutgoingError('forbidden', `${host} is not a public server`)
  const pinned = new URL(url)
  pinned.hostname = isIP(ip) === 6 ? `[${ip}]` : ip
  return { pinned: pinned.href, host, hostHeader: url.host, isSecure }
}

async function resolveInTime(host: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const isOver = Promise.withResolvers<never>()
  const end = () => isOver.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([resolve(host), isOver.promise])
  } catch (error) {
    throw new OutgoingError('unreachable', `${host} was not found`, error)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function readText(reply: Response, maxBytes: number, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new OutgoingError('too-large', `${host} sent more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError('unreachable', `${host} stopped answering`, error)
  }
  return Buffer.concat(chunks).toString('utf8')
}
