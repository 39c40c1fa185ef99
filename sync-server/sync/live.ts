import { Elysia } from 'elysia'
import type { Sql } from '#server/database/client.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import { type Identity, session } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { Poke } from '#shared/sync/protocol.ts'
import { createCommitListener } from './commit-listener.ts'
import { countOpenConnections } from './open-connections.ts'
import { coalesce } from './throttle-by-key.ts'

/** A burst of commits is one poke at its beginning and one at its end. */
const SPAN_MS = 50
/** While the directory changes without an end, each device comes twice in five seconds: 2,000 of them are 800 pulls a second. */
const PATIENCE = { shortSpans: 20, longMs: 5000 }

/**
 * Clients send nothing here but the empty answers to pings. The server closes a connection at a longer frame before any
 * JavaScript runs, and at a shorter one in `parse`. A ping is sent before the idle time is over: proxies end silent
 * connections after a minute.
 */
export const LIVE_SOCKETS = { idleTimeout: 30, maxPayloadLength: 8, perMessageDeflate: false }

/** After a gap every device has to come. So many are told at a time, 200 a second: each asks for both lanes. */
const TOLD_AT_ONCE = 10
const TOLD_EVERY_MS = 50

const DIRECTORY = 'directory'
const BROADCAST = 'everybody'
/** As the trigger on `ended_sessions` says it, before the session's stored hash. */
const ENDED = 'ended:'
/** As the trigger on `sessions` says it, before the stored hash of one that is gone in whatever way. */
const OVER = 'over:'
/**
 * A connection whose session is over hears no more of its account. It is closed this much later, and then comes back as whoever its
 * browser is: one that has just been given another session needs the cookie of that first.
 */
const OVER_MS = 30_000
/** The connection of a session that was ended on purpose is closed with this. */
export const SESSION_ENDED_CLOSE = 4001
const topicOf = (principalId: string) => `me:${principalId}`

/** The server pings every half minute or so, and nothing of ours pings the server. */
const LEAST_MS_BETWEEN_PONGS = 1000
const pongs = new WeakMap<object, number>()

/** Ends a connection that sends pings or pongs more often than once in that time. */
function endFlood(socket: Endable) {
  const now = performance.now()
  if (now - (pongs.get(socket) ?? Number.NEGATIVE_INFINITY) < LEAST_MS_BETWEEN_PONGS) socket.terminate()
  pongs.set(socket, now)
}
type Endable = { terminate: () => void }

const poke = (scope: Poke['scope']) => JSON.stringify({ scope } satisfies Poke)

type Publisher = { publish: (topic: string, message: string) => unknown }
type Socket = {
  send: (message: string) => unknown
  unsubscribe: (topic: string) => unknown
  close: (code?: number, reason?: string) => unknown
}

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
  overMs?: number
}

/** Live connections: each hears only that something changed in a lane, never what. */
export function createLive({ sql, openSingle, log, identity, publicUrl, trustedProxies, scale, beatMs, overMs = OVER_MS }: Deps) {
  let server: Publisher | undefined
  const connections = countOpenConnections(scale)
  const open = new Set<Socket>()
  const bySession = new Map<string, Map<Socket, PrincipalId | undefined>>()

  const sayOfDirectory = coalesce(SPAN_MS, () => server?.publish(DIRECTORY, poke('directory')), PATIENCE)
  const sayOther = coalesce(SPAN_MS, (topic) => {
    if (topic === BROADCAST) tellAll([...open])
    else server?.publish(topic, poke('me'))
  })
  /** Those that opened since have asked by themselves. */
  const tellAll = (waiting: Socket[]) => {
    for (const socket of waiting.splice(0, TOLD_AT_ONCE)) {
      if (open.has(socket)) for (const scope of ['directory', 'me'] as const) socket.send(poke(scope))
    }
    if (waiting.length > 0) setTimeout(() => tellAll(waiting), TOLD_EVERY_MS).unref()
  }
  /** Its device asks at once, and is told there; a connection that stays open would go on hearing of an account it has no part in. */
  const end = (sid: string) => {
    for (const socket of [...(bySession.get(sid) ?? new Map()).keys()]) {
      socket.send(poke('me'))
      socket.close(SESSION_ENDED_CLOSE, 'session-ended')
    }
  }
  const leave = (sid: string) => {
    for (const [socket, principalId] of bySession.get(sid) ?? []) {
      if (principalId) socket.unsubscribe(topicOf(principalId))
      setTimeout(() => socket.close(), overMs).unref()
    }
  }
  const hear = (topic: string) => {
    if (topic.startsWith(ENDED)) end(topic.slice(ENDED.length))
    else if (topic.startsWith(OVER)) leave(topic.slice(OVER.length))
    else publish(topic)
  }
  const publish = (topic: string) => (topic === DIRECTORY ? sayOfDirectory : sayOther)(topic)

  const notices = createCommitListener({
    sql,
    openSingle,
    log,
    onCommit: hear,
    onGap: () => publish(BROADCAST),
    ...(beatMs && { beatMs }),
  })

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
        open.add(socket.raw)
        socket.subscribe(DIRECTORY)
        const { principalId } = socket.data.caller
        if (principalId) socket.subscribe(topicOf(principalId))
        const sid = socket.data.caller.account?.session.sid
        if (sid) bySession.set(sid, (bySession.get(sid) ?? new Map()).set(socket.raw, principalId))
      },
      // Runs for each frame before anything else does, and the frames behind it are not looked at any more.
      parse: (socket) => {
        socket.terminate()
        return null
      },
      // Without a handler a message is not parsed.
      message: () => undefined,
      ping: endFlood,
      pong: endFlood,
      close(socket) {
        connections.closed(socket.data.block)
        open.delete(socket.raw)
        const sid = socket.data.caller.account?.session.sid
        const others = sid && bySession.get(sid)
        if (!others) return
        others.delete(socket.raw)
        if (others.size === 0) bySession.delete(sid)
      },
    })

  return { routes, notices }
}
