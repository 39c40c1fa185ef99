import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { followOutgoing } from './outgoing-spans.ts'
import { traceSettings } from './settings.ts'
import { recordSpans } from './spans.ts'

/**
 * Exports spans of this process where the standard variables name a receiver. Nothing is loaded otherwise. It is called before the
 * app is created, because clients of other services keep the `fetch` that they find.
 *
 * @returns sends the spans that wait, and ends it
 */
export async function startTracing(
  env: Env,
  log: Pick<Log, 'warn' | 'info'>,
  loadExporter = () => import('./export-spans.ts'),
): Promise<() => Promise<void>> {
  const settings = traceSettings(env)
  if (!settings) return async () => undefined
  const { exportSpans } = await loadExporter()
  const { start, stop } = exportSpans(settings, (isReachable) => {
    if (isReachable) log.info('traces are exported again')
    else log.warn('traces are not exported: the receiver does not accept them')
  })
  recordSpans(start)
  const unfollow = followOutgoing()
  return async () => {
    recordSpans(undefined)
    unfollow()
    await stop()
  }
}
