import { Elysia } from 'elysia'
import type { Sql } from '#server/db.ts'
import { clientAddress } from '#server/http/client-address.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import { type Identity, session } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import { Problem } from '#shared/problem.ts'
import type { Poke } from '#shared/sync/protocol.ts'
import { coalesce } from './coalesce.ts'
import { createNotices, OVER } from './notices.ts'
import { countOpenConnections } from './open-connections.ts'

/** A burst of commits is one poke at its beginning and one at its end. */
const SPAN_MS = 50
/** While the directory changes without an end, each device comes twice in five seconds: 2,000 of them are 800 pulls a second. */
const PATIENCE = { shortSpans: 20, longMs: 5000 }

/** Nobody speaks to us here. A ping goes out before the idle time is over: proxies cut silence after a minute. */
export const LIVE_SOCKETS = { idleTimeout: 30, maxPayloadLength: 1024, perMessageDeflate: false }

const DIRECTORY = 'directory'
const EVERYBODY = 'everybody'
/** As the trigger on `ended_sessions` says it, before the session's stored hash. */
const ENDED = 'ended:'
/** The connection of a session that was ended on purpose is closed with this. */
export const SESSION_ENDED_CLOSE = 4001
/** That of one that is over in any other way: its browser knows, and comes back with the cookie that it has now. */
export const SESSION_OVER_CLOSE = 4002
const topicOf = (principalId: string) => `me:${principalId}`

const poke = (scope: Poke['scope']) => JSON.stringify({ scope } satisfies Poke)

type Publisher = { publish: (topic: string, message: string) => unknown }
type Closable = { send: (message: string) => unknown; close: (code: number, reason: string) => unknown }

/** A device that is refused pulls by its timer, and tries again after this. */
const REFUSED_SECONDS = 60

type Deps = {
  sql: Sql
  openSingle: () => Sql
  log: Log
  identity: Identity
  publicUrl: string | undefined
  trustedProxies: number
  /** Of the limits on open connections. */
  scale: number
  beatMs?: number
}

/** Live connections: each hears only that something changed in a lane, never what. */
export function createLive({ sql, openSingle, log, identity, publicUrl, trustedProxies, scale, beatMs }: Deps) {
  let server: Publisher | undefined
  const connections = countOpenConnections(scale)
  const bySession = new Map<string, Set<Closable>>()

  const sayOfDirectory = coalesce(SPAN_MS, () => server?.publish(DIRECTORY, poke('directory')), PATIENCE)
  const sayOther = coalesce(SPAN_MS, (topic) => {
    if (topic === EVERYBODY) for (const scope of ['directory', 'me'] as const) server?.publish(EVERYBODY, poke(scope))
    else server?.publish(topic, poke('me'))
  })
  /** Its device asks at once, and is told there; a connection that stays open would go on hearing of an account it has no part in. */
  const end = (sid: string) => {
    for (const socket of [...(bySession.get(sid) ?? [])]) {
      socket.send(poke('me'))
      socket.close(SESSION_ENDED_CLOSE, 'session-ended')
    }
  }
  const leave = (sid: string) => {
    for (const socket of [...(bySession.get(sid) ?? [])]) socket.close(SESSION_OVER_CLOSE, 'session-over')
  }
  const hear = (topic: string) => {
    if (topic.startsWith(ENDED)) end(topic.slice(ENDED.length))
    else if (topic.startsWith(OVER)) leave(topic.slice(OVER.length))
    else say(topic)
  }
  const say = (topic: string) => (topic === DIRECTORY ? sayOfDirectory : sayOther)(topic)

  const notices = createNotices({ sql, openSingle, log, onNotice: hear, onGap: () => say(EVERYBODY), ...(beatMs && { beatMs }) })

  const routes = new Elysia({ name: 'sync-live', prefix: '/api/sync' })
    .use(session(identity))
    .resolve(({ request, server: own }) => ({ block: clientAddress(request, own, trustedProxies) }))
    .ws('/live', {
      caller: true,
      beforeHandle({ request, server: own, block }) {
        if (!isOwnOrigin(request, publicUrl)) throw new Problem('foreign-origin')
        if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw new Problem('not-found')
        if (!connections.hasRoom(block)) throw new Problem('too-many-requests', undefined, REFUSED_SECONDS)
        server = own ?? server
      },
      open(socket) {
        connections.opened(socket.data.block)
        socket.subscribe(DIRECTORY)
        socket.subscribe(EVERYBODY)
        const { principalId } = socket.data.caller
        if (principalId) socket.subscribe(topicOf(principalId))
        const sid = socket.data.caller.account?.session.sid
        if (sid) bySession.set(sid, (bySession.get(sid) ?? new Set()).add(socket.raw))
      },
      close(socket) {
        connections.closed(socket.data.block)
        const sid = socket.data.caller.account?.session.sid
        const others = sid && bySession.get(sid)
        if (!others) return
        others.delete(socket.raw)
        if (others.size === 0) bySession.delete(sid)
      },
    })

  return { routes, notices }
}
