/** I/O of the requests, replaced in tests. */
export type RetryPolicy = {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  sleep?: (ms: number) => Promise<unknown>
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** In [0, 1). */
  random?: () => number
}

/** The API allows five requests per second. */
const SPACING_MS = 200
const REQUEST_DEADLINE_MS = 15_000
/** All pages are read within this time, or none; the next run starts after five minutes. */
const OVERALL_DEADLINE_MS = 240_000
const MAX_TRIES = 5
/** Pause after a 429 without `Retry-After`: the API rejects all requests for that long. */
const PENALTY_MS = 30_000
const MAX_BODY_LENGTH = 16 * 1024 * 1024

/**
 * GETs JSON at the rate that the source allows, and pauses when the source requests it.
 *
 * 429, 5xx and a broken connection are retried, with growing and random pauses, so that several nodes do not retry
 * simultaneously. Any other status is final.
 *
 * @throws Error when a request is rejected permanently or the overall deadline would pass
 */
export function throttledFetch({
  fetch = globalThis.fetch,
  sleep = Bun.sleep,
  now = () => performance.now(),
  random = Math.random,
}: RetryPolicy) {
  const deadline = now() + OVERALL_DEADLINE_MS
  let earliest = now()

  async function waitUntil(instant: number) {
    if (instant > deadline) throw new Error('the requested pause exceeds the deadline')
    if (instant > now()) await sleep(instant - now())
  }

  /** @returns the body, or the time before the next attempt and the reason */
  async function tryOnce(url: string, headers: Record<string, string>, tries: number): Promise<{ body: unknown } | RetryLater> {
    const backoffMs = 1000 * 2 ** tries * (0.5 + random())
    const signal = AbortSignal.timeout(REQUEST_DEADLINE_MS)
    let response: Response
    let text: string
    try {
      // A redirect would send the key to its target.
      response = await fetch(url, { headers, signal, redirect: 'error' })
      if (Number(response.headers.get('content-length')) > MAX_BODY_LENGTH) throw new Error('the reply is too long')
      text = await response.text()
    } catch (cause) {
      return { cause, waitMs: backoffMs }
    }
    if (response.ok) return { body: JSON.parse(text) }
    const cause = new Error(`the source answered ${response.status}`)
    if (response.status === 429) return { cause, waitMs: retryAfterMs(response) * (1 + random() / 4) }
    if (response.status >= 500) return { cause, waitMs: backoffMs }
    throw cause
  }

  return async function request(url: string, headers: Record<string, string>): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      await waitUntil(earliest)
      earliest = now() + SPACING_MS
      const outcome = await tryOnce(url, headers, tries)
      if ('body' in outcome) return outcome.body
      if (tries === MAX_TRIES) throw outcome.cause
      earliest = now() + Math.max(SPACING_MS, outcome.waitMs)
    }
  }
}

type RetryLater = { cause: unknown; waitMs: number }

/** The seconds in the header, or the default pause when it has none that can be parsed. */
function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : PENALTY_MS
}
