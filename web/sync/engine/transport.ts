import type * as v from 'valibot'
import { PROTOCOL_HEADER, SYNC_PROTOCOL } from '#shared/sync/protocol.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { type Api, type CallOptions, HttpProblem, Unreachable } from '#web/net/api.ts'
import type { KeepChunk, Locks } from './platform.ts'
import { readText } from './read-body.ts'

/** How one sync cycle talks to the server. Every phase has a timeout, and all end when the tab stops leading. */
export type Transport = {
  api: Api
  locks: Locks
  stop: AbortSignal
  after: Schedule
  /** Called when part of a reply arrives: the cycle is slow, but not stalled. */
  alive?: () => void
  /** Called before a request whose upload may take this many milliseconds without progress. */
  uploads?: (ms: number) => void
  /** Called when a snapshot is downloaded, once its first chunk has arrived. */
  openKeeper?: (() => Promise<KeepChunk>) | undefined
}

/** Maximum time without a byte from the server; milliseconds. */
export const REQUEST_TIMEOUT_MS = 15_000
/** Slowest supported network: the upload timeout of a request body is computed with this rate. */
const MIN_BYTES_PER_MS = 4

const headers = { [PROTOCOL_HEADER]: String(SYNC_PROTOCOL) }

/** Maximum upload time of a body, in milliseconds. Browsers do not report upload progress of `fetch`. */
export const uploadMs = (bytes: number) => bytes / MIN_BYTES_PER_MS

/**
 * One request with a timeout, measured on this device: the upload time plus the idle timeout. Each chunk of the reply restarts
 * the idle timeout, so a long reply over a slow network is not aborted.
 */
async function withTimeout<Output>(
  transport: Transport,
  bytes: number,
  call: (options: CallOptions, onProgress: () => void) => Promise<Output>,
): Promise<Output> {
  const deadline = timeoutSignal(transport, uploadMs(bytes) + REQUEST_TIMEOUT_MS)
  transport.uploads?.(uploadMs(bytes))
  const onProgress = () => {
    deadline.extend(REQUEST_TIMEOUT_MS)
    transport.alive?.()
  }
  try {
    const signal = AbortSignal.any([transport.stop, deadline.signal])
    return await call({ headers, signal, read: (response) => readText(response, onProgress) }, onProgress)
  } finally {
    deadline.cancel()
    transport.alive?.()
  }
}

/** A signal that aborts after `ms` milliseconds. */
export function timeoutSignal({ after }: Pick<Transport, 'after'>, ms: number) {
  const deadline = new AbortController()
  const begin = (ms: number) => after(ms, () => deadline.abort(new Unreachable('Timeout.')))
  let end = begin(ms)
  const cancel = () => end()
  const extend = (ms: number) => {
    end()
    end = begin(ms)
  }
  return { signal: deadline.signal, cancel, extend }
}

/** Approximate size of a body in bytes: most of the content is ASCII. */
const sizeInBytes = (body: unknown) => JSON.stringify(body)?.length ?? 0

export const getJson = <Output>(transport: Transport, path: string, schema: v.GenericSchema<unknown, Output>) =>
  withTimeout(transport, 0, (options) => transport.api.get(path, schema, options))
export const postJson = <Output>(
  transport: Transport,
  path: string,
  body: unknown,
  schema: v.GenericSchema<unknown, Output>,
  own?: Record<string, string>,
) =>
  withTimeout(transport, sizeInBytes(body), (options) =>
    transport.api.post(path, body, schema, { ...options, headers: { ...headers, ...own } }),
  )
const chunkPath = (hash: string) => `/api/sync/directory/parts/${hash}`

/** A chunk by documents. */
export const fetchChunk = (transport: Transport, hash: string) =>
  withTimeout(transport, 0, (options) => transport.api.text(chunkPath(hash), options))

/** The same by fields, requested and stored beside the page. @param stop  ends the request as well */
export const keepChunk = (transport: Transport, keep: KeepChunk, hash: string, stop: AbortSignal) =>
  withTimeout({ ...transport, stop }, 0, ({ signal = stop }, onProgress) =>
    keep(hash, { path: `${chunkPath(hash)}?form=columns`, headers, signal, onProgress }),
  )

/** Longer than the request timeout: after that it is the device that does not respond. */
export const IDLE_TIMEOUT_MS = 2 * REQUEST_TIMEOUT_MS
/** Storing a chunk takes longer than storing a few rows. */
export const CHUNK_IDLE_TIMEOUT_MS = 5 * REQUEST_TIMEOUT_MS

/** Statuses that are independent of the content: the same request may succeed later. */
export const isTransientStatus = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/**
 * Codes of a refusal that concerns the content of a request. All others concern the request itself: its address, origin or
 * rights.
 */
const ABOUT_CONTENT = new Set(['invalid', 'malformed', 'too-large'])

type Understood = HttpProblem & { problem: NonNullable<HttpProblem['problem']> }

/** Whether our server read the content and refused it: sending the same again would give the same result. */
export function isUnderstood(error: unknown): error is Understood {
  if (!(error instanceof HttpProblem) || !error.problem || isTransientStatus(error.status)) return false
  return ABOUT_CONTENT.has(error.problem.code)
}
