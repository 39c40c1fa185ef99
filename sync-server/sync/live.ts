import { Elysia } from 'elysia'
import type { Sql } from '#server/database/client.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import { type Identity, session } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { Metrics } from '#server/observe/metrics.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { LiveQuery, OPTS_IN } from '#shared/sync/live-delta.ts'
import type { Poke } from '#shared/sync/protocol.ts'
import { createCommitListener } from './commit-listener.ts'
import { createLiveDeltas, MAX_UNSENT_BYTES, type Taker } from './live-deltas.ts'
import { countOpenConnections } from './open-connections.ts'
import type { DirectoryLane } from './public/public-lane.ts'
import { coalesce } from './throttle-by-key.ts'

/** A burst of commits is published as one poke at its beginning and one at its end. */
const SPAN_MS = 50
/** While the directory changes continuously, each device pulls twice in five seconds: 2,000 devices are 800 pulls a second. */
const PATIENCE = { shortSpans: 20, longMs: 5000 }

/**
 * Clients send nothing on this connection except empty pongs. The server closes it at a longer frame before any JavaScript runs,
 * and at a shorter one in `parse`. A ping is sent before the idle time ends: proxies close silent connections after a minute.
 */
export const LIVE_SOCKETS = {
  idleTimeout: 30,
  maxPayloadLength: 8,
  perMessageDeflate: false,
  // A client that does not read: messages beyond this are dropped. Without it the default is 16 MB for each connection.
  backpressureLimit: 4 * MAX_UNSENT_BYTES,
}

/** After a gap every device must pull. They are poked in groups of this size, 200 a second: each pulls both lanes. */
const POKES_PER_GROUP = 10
const POKE_INTERVAL_MS = 50

const DIRECTORY = 'directory'
const BROADCAST = 'everybody'
/** The prefix in notifications of the trigger on `ended_sessions`, before the session's stored hash. */
const ENDED = 'ended:'
/**
 * The prefix in notifications of the trigger on `sessions`, before the stored hash of a session that was deleted for any reason.
 */
const OVER = 'over:'
/**
 * A connection whose session is over receives no more pokes for its account. It is closed after this time, and reconnects with
 * the current session of its browser: a browser that has just received another session must store the cookie first.
 */
const OVER_MS = 30_000
/** Close code for the connection of a session that was ended deliberately. */
export const SESSION_ENDED_CLOSE = 4001
const topicOf = (principalId: string) => `me:${principalId}`

/** The server pings about every half minute, and no client pings the server. */
const LEAST_MS_BETWEEN_PONGS = 1000
const pongs = new WeakMap<object, number>()

/** Closes a connection that sends pings or pongs more often than that. */
function endFlood(socket: Endable) {
  const now = performance.now()
  if (now - (pongs.get(socket) ?? Number.NEGATIVE_INFINITY) < LEAST_MS_BETWEEN_PONGS) socket.terminate()
  pongs.set(socket, now)
}
type Endable = { terminate: () => void }

const poke = (scope: Poke['scope']) => JSON.stringify({ scope } satisfies Poke)

type Publisher = { publish: (topic: string, message: string) => unknown }
/** Bun's socket, of which the types of Elysia know only a part. */
type Socket = Taker & {
  unsubscribe: (topic: string) => unknown
  close: (code?: number, reason?: string) => unknown
}

const socketOf = ({ raw }: { raw: unknown }) => raw as Socket

/** A refused device pulls by its timer, and reconnects after this time. */
const REFUSED_SECONDS = 60

type Deps = {
  sql: Sql
  lane: Pick<DirectoryLane, 'pull' | 'position' | 'isExact'>
  openSingle: () => Sql
  log: Log
  identity: Identity
  publicUrl: string | undefined
  trustedProxies: number
  metrics: Pick<Metrics, 'pokes' | 'liveConnections'>
  /** Scale of the limits on open connections. */
  scale: number
  /** Called before devices are poked after an interruption. */
  onGap?: () => void
  beatMs?: number
  overMs?: number
}

/**
 * Live connections. A poke contains only the lane that changed. Devices that opted in receive the change of the directory itself;
 * a private change is never sent.
 */
export function createLive(deps: Deps) {
  const {
    sql,
    lane,
    openSingle,
    log,
    identity,
    publicUrl,
    trustedProxies,
    metrics,
    scale,
    onGap,
    beatMs,
    overMs = OVER_MS,
  } = deps
  let server: Publisher | undefined
  const connections = countOpenConnections(scale)
  const open = new Set<Socket>()
  const bySession = new Map<string, Map<Socket, PrincipalId | undefined>>()

  const pokeDirectory = coalesce(SPAN_MS, () => server?.publish(DIRECTORY, poke('directory')), PATIENCE)
  const deltas = createLiveDeltas({ lane, log, poke: poke('directory'), pokes: { spanMs: SPAN_MS, backoff: PATIENCE } })
  const pokeOther = coalesce(SPAN_MS, (topic) => {
    if (topic === BROADCAST) pokeAll([...open])
    else server?.publish(topic, poke('me'))
  })
  /** Connections opened since the gap pull without a poke. */
  const pokeAll = (waiting: Socket[]) => {
    for (const socket of waiting.splice(0, POKES_PER_GROUP)) {
      if (open.has(socket)) for (const scope of ['directory', 'me'] as const) socket.send(poke(scope))
    }
    if (waiting.length > 0) setTimeout(() => pokeAll(waiting), POKE_INTERVAL_MS).unref()
  }
  /**
   * The device pulls immediately and receives the problem as the reply. An open connection would otherwise keep receiving pokes
   * for an account that it no longer belongs to.
   */
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
  const onTopic = (topic: string) => {
    if (topic.startsWith(ENDED)) end(topic.slice(ENDED.length))
    else if (topic.startsWith(OVER)) leave(topic.slice(OVER.length))
    else publish(topic)
  }
  const publish = (topic: string) => {
    metrics.pokes.inc({ lane: topic === DIRECTORY ? 'directory' : 'me' })
    if (topic !== DIRECTORY) return pokeOther(topic)
    pokeDirectory(topic)
    deltas.onCommit(topic)
  }

  const notices = createCommitListener({
    sql,
    openSingle,
    log,
    onCommit: onTopic,
    onGap: () => {
      onGap?.()
      deltas.onGap()
      publish(BROADCAST)
    },
    ...(beatMs && { beatMs }),
  })

  const routes = new Elysia({ name: 'sync-live', prefix: '/api/sync' })
    .use(session(identity))
    .resolve(({ request, server: own }) => ({ block: clientAddress(request, own, trustedProxies) }))
    .ws('/live', {
      caller: true,
      query: LiveQuery,
      beforeHandle({ request, server: own, block }) {
        if (!isOwnOrigin(request, publicUrl)) throw new Problem('foreign-origin')
        if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw new Problem('not-found')
        if (!connections.hasRoom(block)) throw new Problem('too-many-requests', undefined, REFUSED_SECONDS)
        server = own ?? server
      },
      open(socket) {
        connections.opened(socket.data.block)
        const own = socketOf(socket)
        open.add(own)
        metrics.liveConnections.set(open.size)
        if (socket.data.query.deltas === OPTS_IN) deltas.opened(own)
        else socket.subscribe(DIRECTORY)
        const { principalId } = socket.data.caller
        if (principalId) socket.subscribe(topicOf(principalId))
        const sid = socket.data.caller.account?.session.sid
        if (sid) bySession.set(sid, (bySession.get(sid) ?? new Map()).set(own, principalId))
      },
      // Runs for each frame before any other code, and the frames behind it are not processed any more.
      parse: (socket) => {
        socket.terminate()
        return null
      },
      // Without a handler a message is not parsed.
      message: () => undefined,
      drain: (socket) => deltas.drained(socketOf(socket)),
      ping: endFlood,
      pong: endFlood,
      close(socket) {
        connections.closed(socket.data.block)
        const own = socketOf(socket)
        open.delete(own)
        metrics.liveConnections.set(open.size)
        deltas.closed(own)
        const sid = socket.data.caller.account?.session.sid
        const others = sid && bySession.get(sid)
        if (!others) return
        others.delete(own)
        if (others.size === 0) bySession.delete(sid)
      },
    })

  return { routes, notices }
}
