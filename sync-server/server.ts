import { codeOf } from '#server/error-code.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { portFault, StartError } from '#server/start/preconditions.ts'
import type { App } from './app.ts'
import type { AppInputs } from './app-context.ts'

const DRAIN_DEADLINE_MS = 10_000
const POLL_MS = 20

type Server = { port: number | undefined; pendingRequests: number; stop: (closeNow?: boolean) => Promise<void> }

export type Serving = {
  url: string
  /** Completes accepted requests and running jobs, and closes; the database stays open. */
  stop: () => Promise<void>
}

type ServeOptions = { host: string; port: number; stopGraceMs: number; idleMs?: number; runsNewSchedulesAtOnce?: boolean }

/**
 * Accepts requests, and then runs jobs from the job table.
 *
 * @param options  `stopGraceMs`: how long a stopping node still accepts requests, so that clients on open connections receive
 * `Connection: close` and a load balancer notices; `idleMs`: how long a worker without a job waits before it looks again;
 * `runsNewSchedulesAtOnce`: whether recurring jobs of a new database run at once
 */
export async function serve(app: App, context: AppInputs, options: ServeOptions): Promise<Serving> {
  const { host, port, stopGraceMs, idleMs, runsNewSchedulesAtOnce } = options
  for (const service of app.services) await service.start()
  const listening = Promise.withResolvers<Server>()
  // With `reusePort`, the default of the framework, two servers share a port, and each receives a part of the requests.
  try {
    app.http.listen({ hostname: host, port, reusePort: false }, listening.resolve)
  } catch (error) {
    throw new StartError(portFault(codeOf(error), host, port))
  }
  const server = await listening.promise
  const worker = startWorker({
    db: context.db,
    log: context.log,
    handlers: app.jobs,
    schedules: app.schedules,
    reserved: app.reserved,
    idleMs,
    runsNewSchedulesAtOnce,
    onRun: (kind, result, seconds) => app.metrics.jobs.observe({ kind, result }, seconds),
  })

  await worker.begun

  const stop = async () => {
    app.readiness.isDraining = true
    await Bun.sleep(stopGraceMs)
    // Not awaited here: it resolves only with the last WebSocket, which a device may keep open for days.
    const closed = server.stop()
    const deadline = Date.now() + DRAIN_DEADLINE_MS
    while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(POLL_MS)
    await server.stop(true)
    await closed
    await worker.stop()
    for (const service of app.services) await service.stop()
  }
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  return { url: `http://${hostInUrl}:${server.port}`, stop }
}
