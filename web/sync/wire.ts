import type * as v from 'valibot'
import { PROTOCOL_HEADER, SYNC_PROTOCOL } from '#shared/sync/protocol.ts'
import type { After } from '#web/db/after.ts'
import { Overdue } from '#web/db/storage-fault.ts'
import { type Api, type CallOptions, HttpProblem } from '#web/net/api.ts'
import type { Locks } from './device.ts'

/** How one round speaks to the server: every phase has a deadline, and all end when the tab stops leading. */
export type Wire = {
  api: Api
  locks: Locks
  stop: AbortSignal
  after: After
  /** Told of each answer: the round is slow perhaps, but it does not hang. */
  alive?: () => void
}

/** Milliseconds. A part may come over a conference hall's network. */
const DEADLINE = 15_000
const PART_DEADLINE = 60_000

const headers = { [PROTOCOL_HEADER]: String(SYNC_PROTOCOL) }

/** One call with its deadline, by the clock of this device. */
async function within<Output>(wire: Wire, ms: number, call: (options: CallOptions) => Promise<Output>): Promise<Output> {
  const deadline = overdueAfter(wire, ms)
  try {
    return await call({ headers, signal: AbortSignal.any([wire.stop, deadline.signal]) })
  } finally {
    deadline.callOff()
    wire.alive?.()
  }
}

function overdueAfter({ after }: Wire, ms: number) {
  const deadline = new AbortController()
  const callOff = after(ms, () => deadline.abort(new DOMException('This took too long.', 'TimeoutError')))
  return { signal: deadline.signal, callOff }
}

export const ask = <Output>(wire: Wire, path: string, schema: v.GenericSchema<unknown, Output>) =>
  within(wire, DEADLINE, (options) => wire.api.get(path, schema, options))
export const tell = <Output>(wire: Wire, path: string, body: unknown, schema: v.GenericSchema<unknown, Output>) =>
  within(wire, DEADLINE, (options) => wire.api.post(path, body, schema, options))
export const fetchPart = (wire: Wire, hash: string) =>
  within(wire, PART_DEADLINE, (options) => wire.api.text(`/api/sync/directory/parts/${hash}`, options))

/** Longer than one request of the kind may take: then it is the device that does not answer. */
export const SILENCE_MS = 2 * DEADLINE
export const PART_SILENCE_MS = PART_DEADLINE + DEADLINE

/** @throws Overdue when whoever holds the lock does not let go of it */
export async function withLock<Result>(wire: Wire, name: string, work: () => Promise<Result>): Promise<Result> {
  const waited = overdueAfter(wire, DEADLINE)
  let isOurs = false
  try {
    const begin = () => {
      isOurs = true
      return work()
    }
    return await wire.locks.exclusively(name, begin, AbortSignal.any([wire.stop, waited.signal]))
  } catch (error) {
    if (isOurs || !waited.signal.aborted) throw error
    throw new Overdue('Another tab of this app is busy. Close it if this goes on.')
  } finally {
    waited.callOff()
  }
}

/** Statuses that say nothing about what was sent: later the same may be taken. */
export const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** A no that is meant for what was sent, said by our own server: waiting would not change it. */
export function isRefusal(error: unknown): error is HttpProblem & { problem: NonNullable<HttpProblem['problem']> } {
  if (!(error instanceof HttpProblem) || !error.problem || isPassing(error.status)) return false
  return error.status >= 400 && error.status !== 401 && error.status !== 426
}
