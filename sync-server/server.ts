import { startWorker } from '#server/jobs/worker.ts'
import type { App } from './app.ts'
import type { AppInputs } from './app-context.ts'

/** Long enough for clients on open connections to hear `Connection: close`. */
const GOODBYE_MS = 250

const DRAIN_DEADLINE_MS = 10_000
const LOOK_AGAIN_MS = 20

type Server = { port: number | undefined; pendingRequests: number; stop: (closeNow?: boolean) => Promise<void> }

export type Serving = {
  url: string
  /** Answers what was accepted, finishes the job at hand, and closes; the database stays open. */
  stop: () => Promise<void>
}

type At = { host: string; port: number; idleMs?: number; goodbyeMs?: number }

/**
 * Takes requests, then works through the job table.
 *
 * @param at  `idleMs`: how long a worker without a job waits before it looks again; `goodbyeMs`: how long a node that is stopped
 *   goes on taking requests. Tests wait less.
 */
export async function serve(app: App, context: AppInputs, { host, port, idleMs, goodbyeMs = GOODBYE_MS }: At): Promise<Serving> {
  for (const service of app.services) await service.start()
  const listening = Promise.withResolvers<Server>()
  app.http.listen({ hostname: host, port }, listening.resolve)
  const server = await listening.promise
  const worker = startWorker({
    db: context.db,
    log: context.log,
    handlers: app.jobs,
    schedules: app.schedules,
    reserved: app.reserved,
    idleMs,
  })

  const stop = async () => {
    app.readiness.isDraining = true
    await Bun.sleep(goodbyeMs)
    // Without `await`: it ends only with the last WebSocket, and a device may hold one for days.
    const closed = server.stop()
    const deadline = Date.now() + DRAIN_DEADLINE_MS
    while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(LOOK_AGAIN_MS)
    await server.stop(true)
    await closed
    await worker.stop()
    for (const service of app.services) await service.stop()
  }
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  return { url: `http://${hostInUrl}:${server.port}`, stop }
}
