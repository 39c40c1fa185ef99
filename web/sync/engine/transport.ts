import type * as v from 'valibot'
import { PROTOCOL_HEADER, SYNC_PROTOCOL } from '#shared/sync/protocol.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { type Api, type CallOptions, HttpProblem } from '#web/net/api.ts'
import type { Locks } from './platform.ts'

/** How one round speaks to the server: every phase has a deadline, and all end when the tab stops leading. */
export type Transport = {
  api: Api
  locks: Locks
  stop: AbortSignal
  after: Schedule
  /** Called when part of a reply arrives: the round may be slow, but it does not hang. */
  alive?: () => void
  /** Called before a request whose upload may take so many milliseconds without a sign of life. */
  uploads?: (ms: number) => void
}

/** How long the server, or the network on the way to it, may say nothing; milliseconds. */
export const REQUEST_TIMEOUT_MS = 15_000
/** The slowest network that still counts as one: a request body may take as long as it needs at this rate. */
const SLOWEST_BYTES_PER_MS = 4

const headers = { [PROTOCOL_HEADER]: String(SYNC_PROTOCOL) }

/** How long the upload of a body may take, in milliseconds. A browser does not tell how much of it has left the device. */
export const uploadMs = (bytes: number) => bytes / SLOWEST_BYTES_PER_MS

/**
 * One call with its deadline, by the clock of this device: the time of the upload, and then silence. Each chunk of the reply
 * begins the silence anew, so a long reply over a slow network is not given up.
 */
async function withTimeout<Output>(
  transport: Transport,
  bytes: number,
  call: (options: CallOptions) => Promise<Output>,
): Promise<Output> {
  const deadline = timeoutSignal(transport, uploadMs(bytes) + REQUEST_TIMEOUT_MS)
  transport.uploads?.(uploadMs(bytes))
  const onProgress = () => {
    deadline.extend(REQUEST_TIMEOUT_MS)
    transport.alive?.()
  }
  try {
    return await call({ headers, signal: AbortSignal.any([transport.stop, deadline.signal]), onProgress })
  } finally {
    deadline.callOff()
    transport.alive?.()
  }
}

/** A signal that ends after so long. */
export function timeoutSignal({ after }: Transport, ms: number) {
  const deadline = new AbortController()
  const begin = (ms: number) => after(ms, () => deadline.abort(new DOMException('This took too long.', 'TimeoutError')))
  let end = begin(ms)
  const callOff = () => end()
  const extend = (ms: number) => {
    end()
    end = begin(ms)
  }
  return { signal: deadline.signal, callOff, extend }
}

/** About how many bytes a body takes: most of what is sent is ASCII. */
const bytesOf = (body: unknown) => JSON.stringify(body)?.length ?? 0

export const getJson = <Output>(transport: Transport, path: string, schema: v.GenericSchema<unknown, Output>) =>
  withTimeout(transport, 0, (options) => transport.api.get(path, schema, options))
export const postJson = <Output>(transport: Transport, path: string, body: unknown, schema: v.GenericSchema<unknown, Output>) =>
  withTimeout(transport, bytesOf(body), (options) => transport.api.post(path, body, schema, options))
export const fetchChunk = (transport: Transport, hash: string) =>
  withTimeout(transport, 0, (options) => transport.api.text(`/api/sync/directory/parts/${hash}`, options))

/** Longer than a request may be silent: then it is the device that does not answer. */
export const IDLE_TIMEOUT_MS = 2 * REQUEST_TIMEOUT_MS
/** Storing a part takes longer than storing a few rows. */
export const CHUNK_IDLE_TIMEOUT_MS = 5 * REQUEST_TIMEOUT_MS

/** Statuses that say nothing about what was sent: later the same may be taken. */
export const isTransientStatus = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Codes of a refusal that is about the content of a request. Any other is about the request: its address, origin or rights. */
const ABOUT_CONTENT = new Set(['invalid', 'malformed', 'too-large'])

type Understood = HttpProblem & { problem: NonNullable<HttpProblem['problem']> }

/** Whether our server read the content and refused it: sending the same again would not change the answer. */
export function isUnderstood(error: unknown): error is Understood {
  if (!(error instanceof HttpProblem) || !error.problem || isTransientStatus(error.status)) return false
  return ABOUT_CONTENT.has(error.problem.code)
}
