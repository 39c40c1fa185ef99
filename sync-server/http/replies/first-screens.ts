import { LRUCache } from 'lru-cache'
import type { Log } from '#server/log.ts'
import type { FirstScreen } from '#shared/directory/first-investors.ts'

/** A page waits this long for its screen, and is sent without it afterwards. The screen is kept for the next visitor. */
const WAIT_MS = 300

/** Rendered screens that are kept, of 15 to 70 KB each. */
const MOST_KEPT = 200

/** Screens that wait for the renderer; further pages are sent without one. */
const MOST_WAITING = 20

/** A renderer that has not answered for this long is ended: the screens behind this one would wait without end. */
const MAX_RENDER_MS = 15_000

/** After the renderer has failed, no other is started for this time. */
const PAUSE_MS = 60_000

type Reply = { id: number; html?: string }
type Pending = (html: string | undefined) => void

type Deps = { worker: string | undefined; log: Pick<Log, 'warn'>; maxRenderMs?: number }

export type FirstScreens = {
  /** @returns undefined when the screen is not rendered in time */
  render: (screen: FirstScreen) => Promise<string | undefined>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * The HTML of screens as a device without data renders them: a visitor sees them before the app has loaded. A worker renders them
 * with the components of the web app, so that no request waits for it and a fault in a component ends no request.
 *
 * @param worker  the worker's script; without one no screen is rendered
 */
export function firstScreens({ worker, log, maxRenderMs = MAX_RENDER_MS }: Deps): FirstScreens {
  const kept = new LRUCache<string, Promise<string | undefined>>({ max: MOST_KEPT })
  const pending = new Map<number, Pending>()
  let renderer: Worker | undefined
  let pausedUntil = 0
  let count = 0

  const end = () => {
    renderer?.terminate()
    renderer = undefined
    for (const resolve of pending.values()) resolve(undefined)
    pending.clear()
  }

  const fail = (reason: string) => {
    log.warn({ reason }, 'renderer of first screens ended')
    pausedUntil = performance.now() + PAUSE_MS
    end()
  }

  const open = (script: string): Worker => {
    const opened = new Worker(script, { ref: false } as WorkerOptions)
    opened.onmessage = ({ data: { id, html } }: MessageEvent<Reply>) => {
      pending.get(id)?.(html)
      pending.delete(id)
    }
    opened.onerror = ({ message }) => fail(message)
    return opened
  }

  const ask = async (screen: FirstScreen): Promise<string | undefined> => {
    if (!worker || pending.size >= MOST_WAITING || performance.now() < pausedUntil) return undefined
    renderer ??= open(worker)
    count += 1
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    pending.set(count, resolve)
    renderer.postMessage({ id: count, screen })
    const timer = setTimeout(fail, maxRenderMs, 'no answer')
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    async render(screen) {
      const key = JSON.stringify(screen)
      const rendered = kept.get(key) ?? ask(screen)
      kept.set(key, rendered)
      void rendered.then((html) => html === undefined && kept.delete(key))
      const late = Promise.withResolvers<undefined>()
      const timer = setTimeout(late.resolve, WAIT_MS, undefined)
      return Promise.race([rendered, late.promise]).finally(() => clearTimeout(timer))
    },
    async start() {
      if (worker) renderer ??= open(worker)
    },
    async stop() {
      end()
    },
  }
}
