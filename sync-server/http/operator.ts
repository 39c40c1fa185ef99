import { clientAddress } from '#server/http/limits/client-address.ts'
import { hashToken } from './token.ts'

export type Operator = {
  /** Grants access to the figures to a remote monitor. */
  token: string | undefined
  trustedProxies: number
}

export type Connection = Parameters<typeof clientAddress>[1]

/** Whether the figures of the installation may be shown: to a client on this machine, and to a client with the token. */
export function isOperator(request: Request, connection: Connection, { token, trustedProxies }: Operator): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token && bearer && hashToken(bearer) === hashToken(token)) return true
  // Behind a proxy on this machine that is not configured, every client would look like a local one.
  if (trustedProxies === 0 && request.headers.has('x-forwarded-for')) return false
  return LOOPBACK.test(clientAddress(request, connection, trustedProxies))
}

const LOOPBACK = /^(127\.|0:0:0:0::\/64$)/
